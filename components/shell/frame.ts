"use client";
import { createContext, useContext } from "react";
import type { NavItem } from "@/components/shell/navigation";

/** Set by the frame around an organization's pages: the pages that it leads to. */
export const FrameContext = createContext<readonly NavItem[] | null>(null);

/** Where the frame around leads, the first to its home; null where there is no frame. */
export function useFramePages(): readonly NavItem[] | null {
  return useContext(FrameContext);
}
