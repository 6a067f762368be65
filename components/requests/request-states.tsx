"use client";
import { ScrollText, SearchX } from "lucide-react";
import { identityRequest } from "@/components/snippets/first-requests";
import { curlSnippet } from "@/components/snippets/request-snippets";
import { Button, ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";

/** Before the first request: how to make one. */
export function NoRequestsYet({ organization, baseUrl }: { organization: string; baseUrl: string }) {
  return (
    <div className="rounded-lg border border-border bg-surface pb-8">
      <EmptyState
        icon={<ScrollText />}
        title="No requests yet"
        description="Every request of a key or an app is listed here about a second after its answer. Make the first one:"
        className="pb-5"
      />
      <div className="mx-auto max-w-xl px-4">
        <CodeBlock label="curl" code={curlSnippet(identityRequest(baseUrl))} />
        <p className="mt-3 flex flex-wrap gap-2">
          <ButtonLink href={`/${organization}/settings/api-keys`} variant="primary">
            Create an API key
          </ButtonLink>
          <ButtonLink href="/docs">Read the docs</ButtonLink>
        </p>
      </div>
    </div>
  );
}

type NoMatchProps = { isFiltered: boolean; when: string; onClear: () => void; onWiden: (() => void) | null };

export function NoRequestMatches({ isFiltered, when, onClear, onWiden }: NoMatchProps) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={isFiltered ? "No request matches" : "No requests in this time"}
      description={
        isFiltered
          ? `Nothing has all of these filters in this time: ${when}.`
          : `There is nothing to show for: ${when}.`
      }
      action={
        <>
          {onWiden ? <Button onClick={onWiden}>Show the last 30 days</Button> : null}
          {isFiltered ? <Button onClick={onClear}>Clear filters</Button> : null}
        </>
      }
      className="rounded-lg border border-border bg-surface"
    />
  );
}
