"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryError } from "@/components/shell/query-error";
import { Skeleton } from "@/components/ui/skeleton";
import type { Account } from "@/lib/account/schema";
import { accountOptions } from "./queries";

/** Loads the account and passes it to `children`. Shows loading and error states until then. */
export function AccountBoundary({ children }: { children: (account: Account) => ReactNode }) {
  const query = useQuery(accountOptions());
  if (query.data) return children(query.data);
  if (query.isPending) return <Skeleton aria-busy="true" className="h-48 rounded-lg" />;
  return <QueryError title="Your account didn't load" query={query} />;
}
