"use client";
import { type FormEvent, type RefObject, useState } from "react";
import { redactKeys } from "@/components/keys/key-labels";
import { FilterBar } from "@/components/list/filter-bar";
import { useRequestFacets } from "@/components/requests/facets";
import { parseRequestSearch } from "@/components/requests/pasted-text";
import { cn } from "@/components/ui/cn";
import { SearchInput } from "@/components/ui/search-input";
import { useRequestList } from "./request-list-context";
import { REQUEST_ID } from "./request-search";

type SearchRef = RefObject<HTMLInputElement | null>;

/** The filter bar of the request log. Its search understands text pasted from support messages. */
export function RequestFilters({ searchRef }: { searchRef: SearchRef }) {
  const list = useRequestList();
  const facets = useRequestFacets();
  return (
    <FilterBar
      list={list}
      noun="requests"
      search={<RequestSearchForm searchRef={searchRef} />}
      facets={facets}
      className="mb-4"
    />
  );
}

/** The search of the request log. A pasted request ID opens the request. Other text becomes a filter on submit. */
function RequestSearchForm({ searchRef }: { searchRef: SearchRef }) {
  const { open, patch, operations } = useRequestList();
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
    if ("open" in meaning) return open(meaning.open);
    setText("");
    patch(meaning.filter);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    find(text);
  }
  /** Handles a submit made before hydration. By default, the browser would have put the text into the URL. */
  function findSent(data: FormData) {
    find(redactKeys(String(data.get("request"))));
  }
  function change(next: string) {
    setText(redactKeys(next));
    setUnknown(false);
    const id = REQUEST_ID.exec(next)?.[0];
    if (id) open(id);
  }

  return (
    <form action={findSent} onSubmit={submit} className="min-w-0 flex-1 basis-52 sm:max-w-80">
      <SearchInput
        ref={searchRef}
        name="request"
        label="Find a request"
        aria-describedby="request-search-hint"
        placeholder="request_…, route, status, error code, IP"
        value={text}
        onValueChange={change}
        maxLength={500}
      />
      <p id="request-search-hint" role="status" className={cn("mt-1 text-xs text-warning", !isUnknown && "sr-only")}>
        {isUnknown
          ? "Enter a request ID, a route such as /alerts, a status, an error code, an IP address or a key ID."
          : ""}
      </p>
    </form>
  );
}
