"use client";
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Skeleton } from "@/components/ui/skeleton";

/** A filter of a list: a chip in the filter bar with a panel of choices. */
export interface Facet<Search extends object> {
  label: string;
  /** The search parameters that it sets. Clearing the facet removes them. */
  fields: readonly (keyof Search & string)[];
  /** The chip's text while it filters nothing, instead of its label, such as "Any time". */
  initial?: string;
  /** Hides the chip until the facet filters something. */
  isHiddenWhenUnused?: boolean;
}

/** All facets of a list, with the texts and panels of their chips. */
export interface FacetSet<Search extends object, F extends Facet<Search> = Facet<Search>> {
  facets: readonly F[];
  /** The selected values as text, or null if the facet filters nothing. */
  textOf: (facet: F) => string | null;
  panels: FacetPanels;
}

export interface FacetPanels {
  /** Panels by facet label. */
  panels: Readonly<Record<string, LazyExoticComponent<ComponentType>>>;
  /** Loads the panels' code before one opens. */
  preload: () => void;
}

/** Lazily loads the panels of a list's facets, before the first one opens. */
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
  /** The popover opens before the panel's code has loaded, so move focus only now. */
  takesFocus?: boolean;
};

/** The choices of one facet. */
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

/** Removes this facet's parameters from the search. */
export function clearFacet<Search extends object>(search: Search, { fields }: Facet<Search>): Search {
  return { ...search, ...Object.fromEntries(fields.map((field) => [field, undefined])) };
}

/** Returns "Open, Resolved", or a count such as "3" for more than two values or while names are unknown. */
export function summarizeChoices(texts: readonly (string | undefined)[]): string | null {
  if (texts.length === 0) return null;
  return texts.length > 2 || texts.includes(undefined) ? String(texts.length) : texts.join(", ");
}

/** A facet with its current text and actions. */
export interface Chip {
  label: string;
  initial?: string;
  isHiddenWhenUnused?: boolean;
  /** The selected values as text, or null if it filters nothing. */
  text: string | null;
  clear: () => void;
}

/** Lowercases a label for use within a sentence, except abbreviations. */
export function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.toLowerCase();
}
