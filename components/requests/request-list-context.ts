"use client";
import { createContext } from "react";
import { useListContext } from "@/components/list/list-context";
import type { ListState } from "@/components/list/use-list-state";
import type { OperationLink } from "@/components/requests/operation-link";
import type { RequestFilter } from "./request-search";

interface RequestListState extends ListState<RequestFilter> {
  organization: string;
  operations: readonly OperationLink[];
}

export const RequestListContext = createContext<RequestListState | null>(null);

/**
 * Returns the state of the request log that contains the calling component.
 * @throws Error outside of the request log
 */
export const useRequestList = () => useListContext(RequestListContext);
