"use client";
import type { Menu } from "@base-ui/react/menu";
import { createContext, useContext } from "react";

interface OpenMenu {
  close: () => void;
  /** The parts of an open menu: items get them here, so that pages with menus load them when the first one opens. */
  parts: typeof Menu;
}

export const DropdownMenuContext = createContext<OpenMenu | null>(null);

export function useDropdownMenu() {
  const menu = useContext(DropdownMenuContext);
  if (!menu) throw new Error("Menu items must be rendered inside DropdownMenu.");
  return menu;
}
