"use client";
import { createContext, useContext } from "react";
import type { NavItem } from "@/components/shell/navigation";

/** The pages of the current organization, set by its frame. */
export const FrameContext = createContext<readonly NavItem[] | null>(null);

/** The pages of the current frame, starting with its home. Null outside of a frame. */
export function useFramePages(): readonly NavItem[] | null {
  return useContext(FrameContext);
}
