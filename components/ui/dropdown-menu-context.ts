"use client";
import { createContext, useContext } from "react";

export const DropdownMenuContext = createContext<{ close: () => void } | null>(null);

export function useDropdownMenu() {
  const menu = useContext(DropdownMenuContext);
  if (!menu) throw new Error("Menu items must stand inside DropdownMenu.");
  return menu;
}
