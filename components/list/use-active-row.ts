"use client";
import { useEffect, useMemo, useRef, useState } from "react";

/**
 * Tracks the active row, which keyboard shortcuts act on. If it leaves the list, the row that takes its place
 * becomes active.
 */
export function useActiveRow(rows: readonly { id: string }[], openId: string | null) {
  const [chosen, setChosen] = useState<{ id: string; index: number } | null>(null);
  const focusWanted = useRef(false);
  const wantedId = openId ?? chosen?.id ?? null;
  const found = useMemo(() => (wantedId === null ? -1 : rows.findIndex(({ id }) => id === wantedId)), [rows, wantedId]);
  const isGone = found === -1 && chosen !== null && openId === null;
  const index = isGone ? Math.min(chosen.index, rows.length - 1) : found;
  const id = rows[index]?.id ?? null;
  useEffect(() => {
    if (id === null || index === -1) return;
    // The focused row was removed, so focus the row that replaced it.
    if (isGone && (document.activeElement === document.body || document.activeElement === null)) {
      focusWanted.current = true;
    }
    setChosen((known) => (known && (known.id !== id || known.index !== index) ? { id, index } : known));
  }, [id, index, isGone]);
  return {
    activeId: id,
    activeIndex: index,
    focusWanted,
    setActive: (next: string | null) =>
      setChosen(next === null ? null : { id: next, index: rows.findIndex((row) => row.id === next) }),
  };
}
