"use client";
import { failedRequestId, isSignedOut, problemMessage } from "@/components/forms/problem-messages";
import { ErrorState } from "@/components/shell/error-state";
import { SignInLink } from "@/components/shell/sign-in-link";
import { buttonVariants } from "@/components/ui/button-variants";

type QueryErrorProps = {
  title: string;
  query: { error: Error | null; isLoadingError: boolean; isFetching: boolean; refetch: () => unknown };
  /** Overrides the action of "Try again", which refetches this query by default. */
  retry?: () => void;
  className?: string;
};

/** Shows why a query failed, with the request ID and a retry button. Renders nothing if the query has data. */
export function QueryError({ title, query, retry, className }: QueryErrorProps) {
  const { error, isFetching, refetch } = query;
  if (!query.isLoadingError || !error) return null;
  const signedOut = isSignedOut(error);
  return (
    <ErrorState
      title={title}
      detail={signedOut ? "You're signed out. Sign in to continue." : problemMessage(error)}
      requestId={failedRequestId(error) ?? undefined}
      onRetry={retry ?? (() => void refetch())}
      retrying={isFetching}
      action={signedOut ? <SignInLink className={buttonVariants({ variant: "primary" })} /> : undefined}
      {...(className && { className })}
    />
  );
}
