"use client";
import { useMemo, useRef, useState } from "react";

export interface Selection<Row extends { id: string }> {
  /** The selected rows that are still loaded. */
  rows: readonly Row[];
  ids: ReadonlySet<string>;
  /** Whether all loaded rows are selected. */
  isAll: boolean;
  /**
   * The ISO 8601 time, by the reader's clock, at which all rows that match the filter were selected. This includes
   * rows that aren't loaded. Null if rows were selected individually.
   */
  everythingAt: string | null;
  /**
   * Selects or deselects a row. With `extend`, the change applies to all rows between the last toggled row and
   * this one.
   */
  toggle: (id: string, extend: boolean) => void;
  /** Selects all loaded rows, or deselects all. */
  setAll: (all: boolean) => void;
  selectEverything: () => void;
  remove: (gone: readonly string[]) => void;
}

/**
 * Returns the selected rows of a list. Give the component a React key per filter, so that each selection starts
 * empty.
 */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [everythingAt, setEverythingAt] = useState<string | null>(null);
  const lastToggled = useRef<string | null>(null);
  const chosenRows = useMemo(() => {
    if (everythingAt !== null) return rows;
    return chosen.size === 0 ? [] : rows.filter(({ id }) => chosen.has(id));
  }, [rows, chosen, everythingAt]);
  const ids = useMemo(() => new Set(chosenRows.map(({ id }) => id)), [chosenRows]);

  function toggle(id: string, extend: boolean) {
    const from = rows.findIndex((row) => row.id === lastToggled.current);
    const to = rows.findIndex((row) => row.id === id);
    lastToggled.current = id;
    const next = new Set(ids);
    const span = extend && from !== -1 && to !== -1 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [{ id }];
    for (const row of span) {
      if (ids.has(id)) next.delete(row.id);
      else next.add(row.id);
    }
    setEverythingAt(null);
    setChosen(next);
  }

  return {
    rows: chosenRows,
    ids,
    isAll: rows.length > 0 && chosenRows.length === rows.length,
    everythingAt,
    toggle,
    setAll: (all) => {
      setEverythingAt(null);
      setChosen(new Set(all ? rows.map(({ id }) => id) : []));
    },
    selectEverything: () => setEverythingAt(new Date().toISOString()),
    remove: (gone) =>
      setChosen((known) => {
        const next = new Set(known);
        for (const id of gone) next.delete(id);
        return next;
      }),
  };
}
