"use client";
import { useEffect, useMemo, useRef } from "react";
import { changeAddress, useAddress } from "@/components/alerts/use-address";
import { requestsAddress } from "@/components/requests/requests-address";
import { parseRequestFilter, type RequestFilter } from "@/lib/requests/queries";

/** Filter and open request, both read from the address and written to it. `onServer` is the address of the request. */
export function useRequestsAddress(organization: string, onServer: string) {
  const url = useAddress(onServer);
  const search = url.searchParams.toString();
  const filter = useMemo(() => parseRequestFilter(new URLSearchParams(search)), [search]);
  const openId = url.pathname.split("/")[4] || null;
  // True while the entry before this one in the history is the list without the open request.
  const pushed = useRef(false);
  useEffect(() => {
    if (openId === null) pushed.current = false;
  }, [openId]);

  return useMemo(
    () => ({
      filter,
      openId,
      /** A step that Back undoes: from the chart it is easy to end up where nothing is. */
      setFilter: (next: RequestFilter) =>
        changeAddress(requestsAddress(organization, next, openId ?? undefined), "push"),
      open: (id: string) => {
        if (openId === null) pushed.current = true;
        changeAddress(requestsAddress(organization, filter, id), openId === null ? "push" : "replace");
      },
      close: () => {
        if (pushed.current) window.history.back();
        else changeAddress(requestsAddress(organization, filter), "replace");
      },
    }),
    [organization, filter, openId],
  );
}
