"use client";
import { createContext, useContext } from "react";
import type { NavItem } from "@/components/shell/navigation";

/** The context with the pages of the current organization. The portal's frame sets it. */
export const FrameContext = createContext<readonly NavItem[] | null>(null);

/** Returns the pages of the current organization, starting with its home page. Null outside of the portal's frame. */
export function useFramePages(): readonly NavItem[] | null {
  return useContext(FrameContext);
}
