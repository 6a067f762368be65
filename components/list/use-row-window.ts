"use client";
import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "@/components/ui/use-browser-layout-effect";

/** The CSS variable with the height of a row. The height differs between lines and cards. */
const ROW_HEIGHT_VARIABLE = "--row";
const ROW_HEIGHT_PX = 40;
/** `OVERSCAN` rows are rendered beyond the viewport, and the window moves in steps of `STRIDE` rows. */
const OVERSCAN = 16;
const STRIDE = 8;
const KEPT_FREE_BELOW_PX = 72;

type Row = { id: string };

/** Functions that scroll the page to rows of a list. */
export interface RowScroller {
  /** Scrolls no further than needed to make the row visible. */
  reveal: (index: number) => void;
  /** Returns whether the list is scrolled to its top. */
  isAtTop: () => boolean;
}

interface Surroundings {
  /**
   * The number of server-rendered rows during hydration, null afterwards. The server doesn't know the height of
   * the viewport.
   */
  hydratedRows: number | null;
  /** Returns the height of the elements that cover the top of the viewport. */
  coveredAbovePx: () => number;
}

interface RowWindow {
  /** The indexes of the rows to render, including the active row. */
  indexes: readonly number[];
  /** The index after the last rendered row near the viewport. */
  end: number;
  place: RowScroller;
}

/**
 * Returns the indexes of the rows near the viewport, and functions to scroll the document. All rows have one
 * height, set by CSS, so the server can render the first page without knowing the width. When rows are added or
 * removed above, the visible rows keep their place.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  activeIndex: number,
  { hydratedRows, coveredAbovePx }: Surroundings,
): RowWindow {
  const [{ rowHeight, top }, setLayout] = useState({ rowHeight: ROW_HEIGHT_PX, top: 0 });
  const [{ start, end }, setRange] = useState(() => ({
    start: 0,
    end: hydratedRows ?? lastRow(window.innerHeight, ROW_HEIGHT_PX),
  }));

  useBrowserLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const next = { rowHeight: heightOfRow(element), top: element.getBoundingClientRect().top + window.scrollY };
      setLayout((known) => (known.rowHeight === next.rowHeight && known.top === next.top ? known : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);

  useKeptPosition(list, rows, rowHeight, top, coveredAbovePx);

  useBrowserLayoutEffect(() => {
    const look = () => {
      const first = Math.floor((window.scrollY - top) / rowHeight) - OVERSCAN;
      const end = lastRow(window.scrollY + window.innerHeight - top, rowHeight);
      const next = { start: Math.max(0, toStride(first)), end };
      setRange((known) => (known.start === next.start && known.end === next.end ? known : next));
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [top, rowHeight]);

  const indexes = useMemo(() => {
    const from = Math.min(start, Math.max(0, rows.length - STRIDE));
    const to = Math.min(end, rows.length);
    const shown = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
    // Keep the active row rendered, because focus would be lost if it scrolled out of view.
    if (activeIndex < 0 || activeIndex >= rows.length || (activeIndex >= from && activeIndex < to)) return shown;
    return activeIndex < from ? [activeIndex, ...shown] : [...shown, activeIndex];
  }, [start, end, rows.length, activeIndex]);

  const reveal = useCallback(
    (index: number) => {
      const rowTop = top + index * rowHeight;
      const above = coveredAbovePx();
      if (rowTop < window.scrollY + above) window.scrollTo({ top: rowTop - above });
      else if (rowTop + rowHeight > window.scrollY + window.innerHeight - KEPT_FREE_BELOW_PX) {
        window.scrollTo({ top: rowTop + rowHeight - window.innerHeight + KEPT_FREE_BELOW_PX });
      }
    },
    [top, rowHeight, coveredAbovePx],
  );
  const isAtTop = useCallback(() => window.scrollY < Math.max(8, top - coveredAbovePx()), [top, coveredAbovePx]);

  const place = useMemo(() => ({ reveal, isAtTop }), [reveal, isAtTop]);

  return { indexes, end, place };
}

function toStride(index: number): number {
  return Math.floor(index / STRIDE) * STRIDE;
}

/** Returns the index after the last row to render for this scroll position. */
function lastRow(shownPx: number, rowHeight: number): number {
  return toStride(Math.ceil(shownPx / rowHeight) + OVERSCAN) + STRIDE;
}

function heightOfRow(list: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const height = Number.parseFloat(getComputedStyle(list).getPropertyValue(ROW_HEIGHT_VARIABLE)) * rem;
  return height > 0 ? height : ROW_HEIGHT_PX;
}

/** When rows change, scrolls by the distance that the first visible row moved, so that it keeps its place. */
function useKeptPosition(
  list: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowHeight: number,
  top: number,
  coveredAbovePx: () => number,
) {
  const before = useRef({ rows, rowHeight });
  useBrowserLayoutEffect(() => {
    const known = before.current;
    before.current = { rows, rowHeight };
    if ((known.rows === rows && known.rowHeight === rowHeight) || !list.current) return;
    const into = window.scrollY + coveredAbovePx() - top;
    if (into <= 0) return;
    const index = Math.floor(into / known.rowHeight);
    const moved = movedRows(known.rows, rows, index);
    if (moved === null) return;
    const px = (index + moved.at + moved.by) * rowHeight - (index + moved.at) * known.rowHeight;
    if (px !== 0) window.scrollBy({ top: px });
  }, [rows, rowHeight, top, list, coveredAbovePx]);
}

/**
 * Finds the first row at or after `index` that is still in the list. `at` is its distance from `index` before the
 * change, and `by` is the number of positions it has moved. Returns null if no row remains.
 */
function movedRows(before: readonly Row[], now: readonly Row[], index: number) {
  const first = before[index];
  // If the row at `index` hasn't moved, no search is needed. That is the usual case, because further pages are
  // appended at the end.
  if (!first || now[index]?.id === first.id) return first ? { at: 0, by: 0 } : null;
  const places = new Map(now.map(({ id }, at) => [id, at]));
  for (const [at, row] of before.slice(index).entries()) {
    const place = places.get(row.id);
    if (place !== undefined) return { at, by: place - (index + at) };
  }
  return null;
}
