"use client";
import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { formatCount } from "@/components/ui/format-number";
import { RadioGroup } from "@/components/ui/radio-group";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";

export interface FacetChoice<Value extends string = string> {
  value: Value;
  text: string;
  label?: ReactNode;
  /** The number of rows that match this choice. */
  count?: number | undefined;
}

type FacetChoicesProps<Value extends string> = {
  legend: string;
  choices: readonly FacetChoice<Value>[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
  /** Whether only one choice can be selected. */
  isSingle?: boolean;
  /** Called with the search text, if the choices are searched elsewhere. If omitted, `choices` is filtered. */
  onSearch?: (text: string) => void;
  searchLabel?: string;
  isLoading?: boolean;
  /** Returns the text shown if nothing matches the search. */
  empty?: (search: string) => ReactNode;
};

const SEARCHABLE_FROM = 9;

/**
 * The choices of a facet, for one or several values, with a search field for long lists. Selected choices stay at
 * the top while the reader searches.
 */
export function FacetChoices<Value extends string>({
  legend,
  choices,
  selected,
  onChange,
  isSingle = false,
  onSearch,
  searchLabel = `Find in ${legend.toLowerCase()}`,
  isLoading = false,
  empty,
}: FacetChoicesProps<Value>) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const shown = onSearch || !wanted ? choices : choices.filter(({ text }) => text.toLowerCase().includes(wanted));

  function toggle(value: Value, checked: boolean) {
    onChange(checked ? [...selected, value] : selected.filter((other) => other !== value));
  }

  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="sr-only">{legend}</legend>
      {onSearch || empty || choices.length >= SEARCHABLE_FROM ? (
        <SearchInput
          label={searchLabel}
          placeholder={searchLabel}
          value={search}
          onValueChange={(text) => {
            setSearch(text);
            onSearch?.(text.trim());
          }}
          className="mb-2"
        />
      ) : null}
      <ul className="-mx-1 flex max-h-72 flex-col overflow-y-auto px-1">
        {isSingle ? (
          <li>
            <RadioGroup
              legend={legend}
              hideLegend
              options={shown.map((choice) => ({ value: choice.value, label: <ChoiceLabel {...choice} /> }))}
              value={selected[0] ?? ""}
              onValueChange={(value) =>
                onChange(choices.filter((choice) => choice.value === value).map((choice) => choice.value))
              }
              className="[&_label]:rounded-md [&_label]:p-1 [&_label]:hover:bg-muted [&_label>span]:flex-1 pointer-coarse:[&_label]:py-2.5"
            />
          </li>
        ) : (
          shown.map((choice) => (
            <li key={choice.value} className="rounded-md px-1 py-0.5 hover:bg-muted pointer-coarse:py-2">
              <Checkbox
                label={<ChoiceLabel {...choice} />}
                checked={selected.includes(choice.value)}
                onChange={(event) => toggle(choice.value, event.target.checked)}
                className="[&_label]:w-full [&>div]:flex-1"
              />
            </li>
          ))
        )}
        {isLoading && shown.length === 0 ? (
          <li aria-busy className="flex flex-col gap-2 py-1">
            <Skeleton className="h-5" />
            <Skeleton className="h-5" />
          </li>
        ) : null}
        {!isLoading && shown.length === 0 ? (
          <li className="px-1 py-2 text-muted-foreground">{empty?.(search.trim()) ?? "No results."}</li>
        ) : null}
      </ul>
    </fieldset>
  );
}

function ChoiceLabel({ text, label, count }: FacetChoice) {
  return (
    <span className="flex gap-3">
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {label ?? text}
      </span>
      {count === undefined ? null : <span className="tabular-nums text-muted-foreground">{formatCount(count)}</span>}
    </span>
  );
}
