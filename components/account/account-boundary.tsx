"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { problemWords, requestIdOf } from "@/components/settings/mutation-problem";
import { ErrorState } from "@/components/shell/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { accountQuery } from "@/lib/account/queries";
import type { Account } from "@/lib/account/schema";

/** Hands the account to what shows it, and stands in for that while it loads or when it does not. */
export function AccountBoundary({ children }: { children: (account: Account) => ReactNode }) {
  const { data, error, isError, isFetching, refetch } = useQuery(accountQuery);
  if (data) return children(data);
  if (!isError) return <Skeleton aria-busy="true" className="h-48 rounded-lg" />;
  return (
    <ErrorState
      title="Your account did not load"
      detail={problemWords(error)}
      requestId={requestIdOf(error) ?? undefined}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
