"use client";
import { createContext } from "react";
import { useListContext } from "@/components/list/list-context";
import type { ListState } from "@/components/list/use-list-state";
import type { SiteName } from "@/lib/sites/schema";
import type { CameraSearch } from "./camera-search";

interface CameraListState extends ListState<CameraSearch> {
  organization: string;
  sites: readonly SiteName[];
}

export const CameraListContext = createContext<CameraListState | null>(null);

/**
 * Returns the state of the camera list that contains the calling component.
 * @throws Error outside of a camera list
 */
export const useCameraList = () => useListContext(CameraListContext);
