"use client";
import { failedRequestId, isSignedOut, problemMessage } from "@/components/forms/problem-messages";
import { ErrorState } from "@/components/shell/error-state";
import { SignInLink } from "@/components/shell/sign-in-link";
import { buttonVariants } from "@/components/ui/button-variants";

type QueryErrorProps = {
  title: string;
  query: { error: Error | null; isLoadingError: boolean; isFetching: boolean; refetch: () => unknown };
  /** What "Try again" does when it is more than to read this query anew. */
  retry?: () => void;
  className?: string;
};

/** Why something was never read, with the request's id and a way to try again; nothing while there is data to show. */
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
