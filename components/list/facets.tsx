"use client";
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Skeleton } from "@/components/ui/skeleton";

/** One way to filter a list: a chip in the bar with a panel of choices. */
export interface Facet<Search extends object> {
  label: string;
  /** The parameters that it sets; clearing it takes them away. */
  fields: readonly (keyof Search & string)[];
  /** What the chip says while it filters nothing, in place of its label: "Any time". */
  initial?: string;
  /** Without a panel worth opening before it filters: its chip is shown only then. */
  isHiddenWhenUnused?: boolean;
}

/** All facets of a list, with what their chips and panels say. */
export interface FacetSet<Search extends object, F extends Facet<Search> = Facet<Search>> {
  facets: readonly F[];
  /** The chosen values in words; null when the facet filters nothing. */
  textOf: (facet: F) => string | null;
  panels: FacetPanels;
}

export interface FacetPanels {
  /** By the label of the facet. */
  panels: Readonly<Record<string, LazyExoticComponent<ComponentType>>>;
  /** Loads their code before one opens. */
  preload: () => void;
}

/** The panels of a list's facets. Their code is loaded when the first one is about to open. */
export function lazyPanels<Label extends string>(
  facets: readonly { label: Label }[],
  load: () => Promise<Record<Label, ComponentType>>,
): FacetPanels {
  const panelOf = (label: Label) => lazy(async () => ({ default: (await load())[label] }));
  return {
    panels: Object.fromEntries(facets.map(({ label }) => [label, panelOf(label)])),
    preload: () => void load().catch(() => undefined),
  };
}

type FacetPanelProps = {
  panels: FacetPanels;
  label: string;
  /** In a popover: it opens before the panel's code is here, so the focus goes in only now. */
  takesFocus?: boolean;
};

/** What can be chosen in one facet. */
export function FacetPanel({ panels: { panels }, label, takesFocus = false }: FacetPanelProps) {
  const Choices = panels[label];
  if (!Choices) return null;
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      {takesFocus ? (
        <FocusWithin>
          <Choices />
        </FocusWithin>
      ) : (
        <Choices />
      )}
    </Suspense>
  );
}

function FocusWithin({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector("input")?.focus(), []);
  return <div ref={frame}>{children}</div>;
}

/** The search without what this facet sets. */
export function clearFacet<Search extends object>(search: Search, { fields }: Facet<Search>): Search {
  return { ...search, ...Object.fromEntries(fields.map((field) => [field, undefined])) };
}

/** "Open, Resolved", or "3" for more than two or where a name isn't known yet. */
export function summarizeChoices(texts: readonly (string | undefined)[]): string | null {
  if (texts.length === 0) return null;
  return texts.length > 2 || texts.includes(undefined) ? String(texts.length) : texts.join(", ");
}

/** A facet with what it says and does at this moment. */
export interface Chip {
  label: string;
  initial?: string;
  isHiddenWhenUnused?: boolean;
  /** The chosen values in words; null when it filters nothing. */
  text: string | null;
  clear: () => void;
}

/** A label within a sentence: abbreviations stay as they are. */
export function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.toLowerCase();
}
