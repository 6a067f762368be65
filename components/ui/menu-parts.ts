"use client";
import type { Menu } from "@base-ui/react/menu";
import { createContext, useContext } from "react";

export type MenuParts = Pick<
  typeof Menu,
  | "Item"
  | "LinkItem"
  | "Group"
  | "GroupLabel"
  | "Separator"
  | "RadioGroup"
  | "RadioItem"
  | "RadioItemIndicator"
  | "CheckboxItem"
  | "CheckboxItemIndicator"
>;

export const MenuPartsContext = createContext<MenuParts | null>(null);

/** The parts come by context, so that a page with menus does not carry the menu code before one opens. */
export function useMenuParts(): MenuParts {
  const parts = useContext(MenuPartsContext);
  if (!parts) throw new Error("Menu items must stand inside DropdownMenu.");
  return parts;
}
