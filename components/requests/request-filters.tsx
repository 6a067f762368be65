"use client";
import { ChevronDown, Search, X } from "lucide-react";
import { type FormEvent, lazy, type RefObject, Suspense, useState } from "react";
import { redactKeys } from "@/components/keys/key-labels";
import {
  clearRequestFacet,
  type RequestFacet,
  requestFacets,
  useRequestFacetLabels,
} from "@/components/requests/facets";
import { useRequestFilter } from "@/components/requests/filter-context";
import { parseRequestSearch } from "@/components/requests/pasted-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { REQUEST_ID, requestSearch } from "./request-search";

const loadPanel = () =>
  import("@/components/requests/facet-panel").then((module) => ({ default: module.RequestFacetPanel }));
const FacetPanel = lazy(loadPanel);

type RequestFiltersProps = { searchRef: RefObject<HTMLInputElement | null>; onOpen: (id: string) => void };

/** A search that understands what a support message holds, and one chip per facet. */
export function RequestFilters({ searchRef, onOpen }: RequestFiltersProps) {
  const { filter, setFilter } = useRequestFilter();
  const textOf = useRequestFacetLabels();
  return (
    <search className="mb-4 flex flex-wrap items-start gap-1.5">
      <SearchField inputRef={searchRef} onOpen={onOpen} />
      {requestFacets.map((facet) => (
        <FacetMenu key={facet.label} facet={facet} text={textOf(facet)} />
      ))}
      {requestSearch.isFiltered(filter) ? (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => setFilter(requestSearch.withoutFilters(filter))}
          className="mt-0.5"
        >
          <X aria-hidden />
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

function SearchField({
  inputRef,
  onOpen,
}: {
  inputRef: RefObject<HTMLInputElement | null>;
  onOpen: (id: string) => void;
}) {
  const { filter, setFilter, operations } = useRequestFilter();
  const [text, setText] = useState("");
  const [isUnknown, setUnknown] = useState(false);

  function find(wanted: string) {
    setText(wanted);
    if (wanted.trim() === "") return;
    const meaning = parseRequestSearch(
      wanted,
      operations.map(({ path }) => path),
    );
    setUnknown(meaning === null);
    if (meaning === null) return;
    if ("open" in meaning) return onOpen(meaning.open);
    setText("");
    setFilter({ ...filter, ...meaning.filter });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    find(text);
  }
  /** What was sent before this script ran; the browser's own way would have put it into the address. */
  function findSent(data: FormData) {
    find(redactKeys(String(data.get("request"))));
  }
  function change(next: string) {
    setText(redactKeys(next));
    setUnknown(false);
    const id = REQUEST_ID.exec(next)?.[0];
    if (id) onOpen(id);
  }

  return (
    <form action={findSent} onSubmit={submit} className="w-full sm:w-80">
      <Input
        ref={inputRef}
        type="search"
        name="request"
        aria-label="Find a request"
        aria-describedby="request-search-hint"
        placeholder="request_…, route, status, error code, IP"
        value={text}
        onChange={(event) => change(event.target.value)}
        leading={<Search aria-hidden />}
        maxLength={500}
      />
      <p id="request-search-hint" role="status" className={cn("mt-1 text-xs text-warning", !isUnknown && "sr-only")}>
        {isUnknown
          ? "Enter a request id, a route such as /alerts, a status, an error code, an IP address or the id of a key."
          : ""}
      </p>
    </form>
  );
}

function FacetMenu({ facet, text }: { facet: RequestFacet; text: string | null }) {
  const { filter, setFilter } = useRequestFilter();
  const { label } = facet;
  const isTime = label === "Time";
  return (
    <Popover
      label={`Filter by ${label === "IP address" ? label : label.toLowerCase()}`}
      trigger={
        <Button
          size="sm"
          aria-label={text === null ? label : `${label}: ${text}`}
          onPointerEnter={() => void loadPanel()}
          onFocus={() => void loadPanel()}
          className={cn(
            "mt-0.5 min-w-0",
            isTime ? "max-w-full" : "max-w-64",
            text === null && "border-dashed text-muted-foreground shadow-none",
            text !== null && !isTime && "border-primary/50 bg-primary/8 dark:bg-primary/12",
          )}
        >
          <span className="min-w-0 truncate">
            {text === null || !isTime ? label : null}
            {text === null ? null : (
              <>
                {isTime ? null : <span className="text-muted-foreground">: </span>}
                <bdi>{text}</bdi>
              </>
            )}
          </span>
          <ChevronDown aria-hidden className="size-3.5! text-muted-foreground" />
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-24" />}>
        <FacetPanel label={label} />
      </Suspense>
      {text === null || isTime ? null : (
        <div className="mt-2 border-t border-border pt-2">
          <Button size="sm" variant="ghost" onClick={() => setFilter(clearRequestFacet(filter, facet))}>
            Clear {label === "IP address" ? label : label.toLowerCase()}
          </Button>
        </div>
      )}
    </Popover>
  );
}
