"use client";
import type { Menu } from "@base-ui/react/menu";
import { createContext, useContext } from "react";

interface OpenMenu {
  close: () => void;
  /**
   * Base UI's components for menu items. Items get them from the open menu, so that pages load their code only
   * when a menu opens.
   */
  parts: typeof Menu;
}

export const DropdownMenuContext = createContext<OpenMenu | null>(null);

export function useDropdownMenu() {
  const menu = useContext(DropdownMenuContext);
  if (!menu) throw new Error("Menu items must be rendered inside DropdownMenu.");
  return menu;
}
