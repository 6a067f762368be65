"use client";
import { useEffect, useMemo, useRef } from "react";
import { changeAddress, useAddress } from "@/components/ui/use-address";
import type { SearchCodec } from "./search-codec";

type HistoryMode = "push" | "replace";

/** The state of a list and how to change it. All of it is in the URL, so that links and reloads show the same list. */
export interface ListState<Search extends object> {
  search: Search;
  isFiltered: boolean;
  setSearch: (next: Search) => void;
  /** Changes some parameters. Undefined removes a parameter. */
  patch: (change: Partial<Search>) => void;
  clearFilters: () => void;
  /** The ID of the entry open beside the list. */
  openId: string | null;
  /** Opens an entry. Back closes it. Moving from one entry to the next adds no history entry. */
  open: (id: string) => void;
  close: () => void;
  /** Returns the URL of an entry, including the filters, so that closing it returns to the same list. */
  hrefOf: (id: string) => string;
}

/**
 * Returns the filters and the open entry of a list, and functions that change them. All of it is in the URL.
 * @param path the path of the list, such as `/harbour/alerts`.
 * @param history "push" if Back should undo filter changes.
 */
export function useListState<Search extends object>(
  codec: SearchCodec<Search>,
  path: string,
  history: HistoryMode = "replace",
): ListState<Search> {
  const url = useAddress(path);
  const query = url.searchParams.toString();
  const search = useMemo(() => codec.parse(new URLSearchParams(query)), [codec, query]);
  const openId = url.pathname.startsWith(`${path}/`) ? url.pathname.slice(path.length + 1) : null;
  // True if the previous history entry is the list without the open entry.
  const isPushed = useRef(false);
  useEffect(() => {
    if (openId === null) isPushed.current = false;
  }, [openId]);

  return useMemo(() => {
    const at = (id: string | null, next: Search) => codec.href(id === null ? path : `${path}/${id}`, next);
    const setSearch = (next: Search) => changeAddress(at(openId, next), history);
    return {
      search,
      isFiltered: codec.isFiltered(search),
      setSearch,
      patch: (change) => setSearch({ ...search, ...change }),
      clearFilters: () => setSearch(codec.withoutFilters(search)),
      openId,
      open: (id) => {
        if (openId === null) isPushed.current = true;
        changeAddress(at(id, search), openId === null ? "push" : "replace");
      },
      close: () => {
        if (isPushed.current) window.history.back();
        else changeAddress(at(null, search), "replace");
      },
      hrefOf: (id) => at(id, search),
    };
  }, [codec, path, history, search, openId]);
}
