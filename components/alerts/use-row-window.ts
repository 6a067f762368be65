"use client";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { FIRST_PAGE_SIZE } from "@/lib/alerts/queries";
import type { Alert } from "@/lib/alerts/schema";

/** The CSS variable of the list that holds a row's height: single lines when wide, cards when narrow. */
export const ROW_HEIGHT_VARIABLE = "--row";
const ROW_HEIGHT_PX = 40;
const OVERSCAN = 12;
const KEPT_FREE_BELOW_PX = 72;

const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

type RowWindow = {
  /** Indexes of the rows to render. */
  indexes: number[];
  /** Scrolls no more than it takes to see the row. */
  reveal: (index: number) => void;
  /** Whether the list stands at its very top. */
  isAtTop: () => boolean;
};

/**
 * Which rows of the list to render, with the window as what scrolls. Rows have one height, which CSS decides, so
 * the server renders the first page right without knowing the width. What the reader looks at stays where it is
 * while rows come and go above it.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  rows: readonly Alert[],
  activeIndex: number,
  coveredAbovePx: () => number,
): RowWindow {
  const [rowHeight, setRowHeight] = useState(ROW_HEIGHT_PX);
  const [top, setTop] = useState(0);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: 1_280, height: FIRST_PAGE_SIZE * ROW_HEIGHT_PX },
    initialOffset: 0,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      // The focused row is kept, or the focus would be lost when it scrolls out.
      return activeIndex < 0 || activeIndex >= rows.length || indexes.includes(activeIndex)
        ? indexes
        : [...indexes, activeIndex].sort((a, b) => a - b);
    },
  });

  useBrowserLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      setTop(element.getBoundingClientRect().top + window.scrollY);
      setRowHeight(heightOfRow(element));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);

  useBrowserLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  useKeptPosition(list, rows, rowHeight, top, coveredAbovePx);

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

  return { indexes: virtualizer.getVirtualIndexes(), reveal, isAtTop };
}

function heightOfRow(list: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const height = Number.parseFloat(getComputedStyle(list).getPropertyValue(ROW_HEIGHT_VARIABLE)) * rem;
  return height > 0 ? height : ROW_HEIGHT_PX;
}

/** After rows changed, scrolls by as much as the first visible row moved. */
function useKeptPosition(
  list: RefObject<HTMLElement | null>,
  rows: readonly Alert[],
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
    const places = new Map(rows.map(({ id }, at) => [id, at]));
    for (const [at, row] of known.rows.slice(index).entries()) {
      const now = places.get(row.id);
      if (now === undefined) continue;
      const moved = now * rowHeight - (index + at) * known.rowHeight;
      if (moved !== 0) window.scrollBy({ top: moved });
      return;
    }
  }, [rows, rowHeight, top, list, coveredAbovePx]);
}
