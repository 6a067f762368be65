"use client";
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Skeleton } from "@/components/ui/skeleton";

/** A filter of a list. It is shown as a chip in the filter bar, with a panel of choices. */
export interface Facet<Search extends object> {
  label: string;
  /** The search parameters that the facet sets. Clearing the facet removes them. */
  fields: readonly (keyof Search & string)[];
  /** The chip's text while the facet filters nothing, such as "Any time". Defaults to the label. */
  initial?: string;
  /** Whether the chip is hidden until the facet filters something. */
  isHiddenWhenUnused?: boolean;
}

/** All facets of a list, with the texts and panels of their chips. */
export interface FacetSet<Search extends object, F extends Facet<Search> = Facet<Search>> {
  facets: readonly F[];
  /** Returns the selected values as text, or null if the facet filters nothing. */
  textOf: (facet: F) => string | null;
  panels: FacetPanels;
}

export interface FacetPanels {
  /** The panel components, keyed by facet label. */
  panels: Readonly<Record<string, LazyExoticComponent<ComponentType>>>;
  /** Loads the code of the panels before one opens. */
  preload: () => void;
}

/** Returns the panels of a list's facets. Their code is loaded when the first one opens, or earlier by `preload`. */
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
  /** Whether the panel takes focus once its code has loaded. The popover opens earlier and can't focus it. */
  takesFocus?: boolean;
};

/** Renders the panel with the choices of one facet. */
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

/** Returns the search without the parameters of this facet. */
export function clearFacet<Search extends object>(search: Search, { fields }: Facet<Search>): Search {
  return { ...search, ...Object.fromEntries(fields.map((field) => [field, undefined])) };
}

/**
 * Summarizes selected values, such as "Open, Resolved". Returns a count such as "3" for more than two values or
 * while names are unknown, and null for none.
 */
export function summarizeChoices(texts: readonly (string | undefined)[]): string | null {
  if (texts.length === 0) return null;
  return texts.length > 2 || texts.includes(undefined) ? String(texts.length) : texts.join(", ");
}

/** A facet with the text of its chip and an action to clear it. */
export interface Chip {
  label: string;
  initial?: string;
  isHiddenWhenUnused?: boolean;
  /** The selected values as text, or null if the facet filters nothing. */
  text: string | null;
  clear: () => void;
}

/** Lowercases a label for use within a sentence, except abbreviations. */
export function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.toLowerCase();
}
