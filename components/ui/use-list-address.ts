"use client";
import { useEffect, useMemo, useRef } from "react";
import { changeAddress, useAddress } from "@/components/ui/use-address";

/** How a list with filters and one open entry stands in the address. Defined once per page: it must not change. */
export interface ListAddress<Filter> {
  parse: (search: URLSearchParams) => Filter;
  format: (organization: string, filter: Filter, openId?: string) => string;
  /** The part of the path that names the open entry: 3 of `/harbour/alerts/alrt_1`. */
  idSegment: number;
  /** Whether Back undoes a change of the filter. */
  onFilter: "push" | "replace";
}

/** Filter and open entry, both read from the address and written to it. `onServer` is the address of the request. */
export function useListAddress<Filter>(list: ListAddress<Filter>, organization: string, onServer: string) {
  const url = useAddress(onServer);
  const search = url.searchParams.toString();
  const filter = useMemo(() => list.parse(new URLSearchParams(search)), [list, search]);
  const openId = url.pathname.split("/")[list.idSegment] || null;
  // True while the entry before this one in the history is the list without the open one.
  const pushed = useRef(false);
  useEffect(() => {
    if (openId === null) pushed.current = false;
  }, [openId]);

  return useMemo(
    () => ({
      filter,
      openId,
      setFilter: (next: Filter) => changeAddress(list.format(organization, next, openId ?? undefined), list.onFilter),
      /** The first entry is a step that Back undoes; going from one to the next is none. */
      open: (id: string) => {
        if (openId === null) pushed.current = true;
        changeAddress(list.format(organization, filter, id), openId === null ? "push" : "replace");
      },
      close: () => {
        if (pushed.current) window.history.back();
        else changeAddress(list.format(organization, filter), "replace");
      },
    }),
    [list, organization, filter, openId],
  );
}
