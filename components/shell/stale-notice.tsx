"use client";
import { isSignedOut } from "@/components/shell/problem-words";
import { SignInLink } from "@/components/shell/sign-in-link";
import { RelativeTime } from "@/components/ui/relative-time";

type StaleNoticeProps = { query: { isRefetchError: boolean; dataUpdatedAt: number; error: Error | null } };

/** Says that what is shown has not been read again, and how old it is. Goes by itself with the next answer. */
export function StaleNotice({ query }: StaleNoticeProps) {
  const { isRefetchError, dataUpdatedAt, error } = query;
  const known = <RelativeTime value={new Date(dataUpdatedAt)} />;
  return (
    <div role="status">
      {isRefetchError ? (
        <p className="mb-3 rounded-md bg-warning/12 px-3 py-2 text-sm text-warning">
          {isSignedOut(error) ? (
            <>
              You are signed out. You see what was known {known}.{" "}
              <SignInLink className="font-medium underline underline-offset-4" />
            </>
          ) : (
            <>The last update did not come through. You see what was known {known}; the page keeps trying.</>
          )}
        </p>
      ) : null}
    </div>
  );
}
