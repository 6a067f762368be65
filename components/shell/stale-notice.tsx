"use client";
import { isSignedOut } from "@/components/forms/problem-messages";
import { SignInLink } from "@/components/shell/sign-in-link";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";

type StaleNoticeProps = {
  query: { isRefetchError: boolean; dataUpdatedAt: number; error: Error | null };
  /** Whether the page refetches automatically, which the notice mentions. */
  isPolled?: boolean;
};

/**
 * Shows that the displayed data is outdated, and how old it is. The notice disappears after the next successful
 * fetch.
 */
export function StaleNotice({ query, isPolled = false }: StaleNoticeProps) {
  const { isRefetchError, dataUpdatedAt, error } = query;
  return (
    <div className={cn(isRefetchError && "mb-3 rounded-md bg-warning/12 px-3 py-2 text-sm text-warning")}>
      {/*
       * The age is outside of the live region, because otherwise screen readers would announce each of its
       * updates.
       */}
      <span role="status">{isRefetchError ? <Reason error={error} isPolled={isPolled} /> : null}</span>
      {isRefetchError ? (
        <>
          {" "}
          Showing data from <RelativeTime value={new Date(dataUpdatedAt)} />.
        </>
      ) : null}
    </div>
  );
}

function Reason({ error, isPolled }: { error: Error | null; isPolled: boolean }) {
  if (isSignedOut(error)) {
    return (
      <>
        You're signed out. <SignInLink className="font-medium underline underline-offset-4" /> to continue.
      </>
    );
  }
  return isPolled ? "The last update failed. The page keeps trying." : "The last update failed.";
}
