"use client";
import { useEffect } from "react";
import { useFramePages } from "@/components/shell/frame";
import { MessagePage } from "@/components/shell/message-page";
import { Page } from "@/components/shell/page";
import { buttonVariants } from "@/components/ui/button-variants";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";

type FaultPageProps = { error: unknown; retry: () => void };

const TITLE = "This page didn't load";
const DETAIL = "Something went wrong on our side. Try again. If it keeps happening, tell your admin.";

/**
 * Shown after a page fails with an error, inside the portal's frame if it still works. The reference is the ID
 * that the server logged with the error. Links are plain, because the router may be broken.
 */
export function FaultPage({ error, retry }: FaultPageProps) {
  useEffect(() => console.error(error), [error]);
  const [home] = useFramePages() ?? [];
  const size = home ? "md" : "lg";
  const actions = (
    <>
      <button type="button" onClick={() => retry()} className={buttonVariants({ variant: "primary", size })}>
        Try again
      </button>
      <a href={home?.href ?? "/"} className={buttonVariants({ size })}>
        {home ? `Go to ${home.label}` : "Go to the home page"}
      </a>
    </>
  );
  const reference = referenceOf(error);
  const note = reference ? (
    <p className="flex flex-wrap items-center gap-1.5 text-muted-foreground">
      Reference <code className="font-mono text-foreground">{reference}</code>
      <CopyButton iconOnly value={reference} label="Copy reference" />
    </p>
  ) : null;
  if (home) {
    return (
      <Page className="lg:pt-16">
        <div role="alert" className="flex flex-col items-center">
          <EmptyState level={1} scene="lost" title={TITLE} description={DETAIL} action={actions} />
          {note ? <div className="-mt-8">{note}</div> : null}
        </div>
      </Page>
    );
  }
  return (
    <MessagePage code="Error" scene="lost" caption="Signal lost" title={TITLE} detail={DETAIL} actions={actions}>
      {note ? <div className="mt-6">{note}</div> : null}
    </MessagePage>
  );
}

function referenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("requestId" in error && typeof error.requestId === "string") return error.requestId;
  if ("digest" in error && typeof error.digest === "string") return error.digest;
  return undefined;
}
