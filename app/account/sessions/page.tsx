import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requirePerson } from "@/app/require-member";
import { sessionListOptions } from "@/components/account/queries";
import { SessionBrowser } from "@/components/account/session-browser";
import { readSessions } from "@/lib/account/reads";
import { database } from "@/lib/db/client";
import { everyPage } from "@/lib/http/every-page";

export const metadata: Metadata = { title: "Sessions" };

export default async function SessionsPage() {
  const person = await requirePerson();
  const client = new QueryClient();
  await client.prefetchQuery({
    ...sessionListOptions,
    queryFn: () => everyPage((page) => readSessions({ db: database().db, person }, page)),
  });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <SessionBrowser />
    </HydrationBoundary>
  );
}
