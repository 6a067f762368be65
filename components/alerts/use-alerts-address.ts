"use client";
import { useEffect, useMemo, useRef } from "react";
import { alertsAddress } from "@/components/alerts/alerts-address";
import { changeAddress, useAddress } from "@/components/alerts/use-address";
import { type AlertFilter, parseAlertFilter } from "@/lib/alerts/queries";

/** Filter and open alert, both read from the address and written to it. `onServer` is the address of the request. */
export function useAlertsAddress(organization: string, onServer: string) {
  const url = useAddress(onServer);
  const search = url.searchParams.toString();
  const filter = useMemo(() => parseAlertFilter(new URLSearchParams(search)), [search]);
  const openId = url.pathname.split("/")[3] || null;
  // True while the entry before this one in the history is the list without the open alert.
  const pushed = useRef(false);
  useEffect(() => {
    if (openId === null) pushed.current = false;
  }, [openId]);

  return useMemo(
    () => ({
      filter,
      openId,
      setFilter: (next: AlertFilter) =>
        changeAddress(alertsAddress(organization, next, openId ?? undefined), "replace"),
      /** The first alert is a step that Back undoes; going from one to the next is none. */
      openAlert: (id: string) => {
        if (openId === null) pushed.current = true;
        changeAddress(alertsAddress(organization, filter, id), openId === null ? "push" : "replace");
      },
      closeAlert: () => {
        if (pushed.current) window.history.back();
        else changeAddress(alertsAddress(organization, filter), "replace");
      },
    }),
    [organization, filter, openId],
  );
}
