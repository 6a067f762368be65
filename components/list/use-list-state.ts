"use client";
import { useEffect, useMemo, useRef } from "react";
import { changeAddress, useAddress } from "@/components/ui/use-address";
import type { SearchCodec } from "./search-codec";

type HistoryMode = "push" | "replace";

/** What a list shows and how to change it. All of it is in the address, so that a link and a reload show the same. */
export interface ListState<Search extends object> {
  search: Search;
  isFiltered: boolean;
  setSearch: (next: Search) => void;
  /** Changes some parameters; undefined takes one away. */
  patch: (change: Partial<Search>) => void;
  clearFilters: () => void;
  /** The entry that is open beside the list. */
  openId: string | null;
  /** Back closes the entry; going from one to the next is no step of its own. */
  open: (id: string) => void;
  close: () => void;
  /** Where an entry opens, with the filter, so that closing leads back. */
  hrefOf: (id: string) => string;
}

/**
 * The filters and the open entry of a list.
 * @param path of the list itself, such as `/harbour/alerts`.
 * @param history whether Back undoes a change of the filters.
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
  // True while the entry before this one in the history is the list without the open one.
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
