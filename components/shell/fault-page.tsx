"use client";
import { useEffect } from "react";
import { MessagePage } from "@/components/shell/message-page";
import { buttonVariants } from "@/components/ui/button-variants";
import { CopyButton } from "@/components/ui/copy-button";

type FaultPageProps = { error: unknown; retry: () => void };

/** What the reader sees after a fault; the reference is the one that the server wrote beside the cause in its log. */
export function FaultPage({ error, retry }: FaultPageProps) {
  useEffect(() => console.error(error), [error]);
  const reference = referenceOf(error);
  return (
    <MessagePage
      code="Error"
      title="This page did not load"
      detail="Something failed on our side. Trying again usually helps; if it does not, tell your admin."
      actions={
        <>
          <button type="button" onClick={() => retry()} className={buttonVariants({ variant: "primary", size: "lg" })}>
            Try again
          </button>
          <a href="/" className={buttonVariants({ size: "lg" })}>
            Go to the start page
          </a>
        </>
      }
    >
      {reference ? (
        <p className="mt-6 flex items-center gap-1.5 text-muted-foreground">
          Reference <code className="font-mono text-foreground">{reference}</code>
          <CopyButton iconOnly value={reference} label="Copy reference" />
        </p>
      ) : null}
    </MessagePage>
  );
}

function referenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("requestId" in error && typeof error.requestId === "string") return error.requestId;
  if ("digest" in error && typeof error.digest === "string") return error.digest;
  return undefined;
}
