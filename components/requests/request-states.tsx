"use client";
import { ListEmpty } from "@/components/list/list-body";
import { identityRequest } from "@/components/snippets/first-requests";
import { curlSnippet } from "@/components/snippets/request-snippets";
import { ButtonLink } from "@/components/ui/button";
import { LazyCodeBlock } from "@/components/ui/lazy-code-block";

/** Shown if there are no requests yet. Explains how to send the first one. */
export function NoRequestsYet({ organization, baseUrl }: { organization: string; baseUrl: string }) {
  return (
    <ListEmpty
      scene="log"
      title="No requests yet"
      description="Requests by keys and apps appear here about a second after the response. Send the first one:"
    >
      <LazyCodeBlock label="curl" code={curlSnippet(identityRequest(baseUrl))} />
      <p className="mt-3 flex flex-wrap gap-2">
        <ButtonLink href={`/${organization}/settings/api-keys`} variant="primary">
          Create an API key
        </ButtonLink>
        <ButtonLink href="/docs">Read the docs</ButtonLink>
      </p>
    </ListEmpty>
  );
}
