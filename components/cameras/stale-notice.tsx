"use client";
import { RelativeTime } from "@/components/ui/relative-time";

type StaleNoticeProps = { query: { isRefetchError: boolean; dataUpdatedAt: number } };

/** Says that what is shown has not been read again, and how old it is. Goes by itself with the next answer. */
export function StaleNotice({ query }: StaleNoticeProps) {
  return (
    <div role="status">
      {query.isRefetchError ? (
        <p className="mb-3 rounded-md bg-warning/12 px-3 py-2 text-sm text-warning">
          The last update did not come through. You see what was known{" "}
          <RelativeTime value={new Date(query.dataUpdatedAt)} />; the page keeps trying.
        </p>
      ) : null}
    </div>
  );
}
