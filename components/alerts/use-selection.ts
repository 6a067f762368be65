"use client";
import { useMemo, useRef, useState } from "react";
import type { AlertLine } from "./queries";

/** The chosen rows. What left the list is no longer chosen. */
export function useSelection(rows: readonly AlertLine[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const lastToggled = useRef<string | null>(null);
  const alerts = useMemo(() => (ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id))), [rows, ids]);
  const present = useMemo(() => new Set(alerts.map(({ id }) => id)), [alerts]);

  /** With `extend` everything between the row toggled last and this one. */
  function toggle(id: string, extend: boolean) {
    const from = rows.findIndex((row) => row.id === lastToggled.current);
    const to = rows.findIndex((row) => row.id === id);
    lastToggled.current = id;
    setIds((known) => {
      const next = new Set(known);
      const chosen = !known.has(id);
      const span =
        extend && from !== -1 && to !== -1 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [{ id }];
      for (const row of span) {
        if (chosen) next.add(row.id);
        else next.delete(row.id);
      }
      return next;
    });
  }

  return {
    ids: present,
    alerts,
    toggle,
    setAll: (all: boolean) => setIds(new Set(all ? rows.map(({ id }) => id) : [])),
    remove: (gone: readonly string[]) =>
      setIds((known) => {
        const next = new Set(known);
        for (const id of gone) next.delete(id);
        return next;
      }),
  };
}
