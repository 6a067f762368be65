"use client";
import { isSignedOut } from "@/components/forms/problem-messages";
import { SignInLink } from "@/components/shell/sign-in-link";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";

type StaleNoticeProps = {
  query: { isRefetchError: boolean; dataUpdatedAt: number; error: Error | null };
  /** The page reads it again by itself, and says so. */
  isPolled?: boolean;
};

/** Says that what is shown has not been read again, and how old it is. Goes by itself with the next answer. */
export function StaleNotice({ query, isPolled = false }: StaleNoticeProps) {
  const { isRefetchError, dataUpdatedAt, error } = query;
  return (
    <div className={cn(isRefetchError && "mb-3 rounded-md bg-warning/12 px-3 py-2 text-sm text-warning")}>
      {/* The age stands outside: it ticks, and what ticks in here would be announced again and again. */}
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
