import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requirePerson } from "@/app/require-member";
import { sessionListOptions } from "@/components/account/queries";
import { SessionBrowser } from "@/components/account/session-browser";

export const metadata: Metadata = { title: "Sessions" };

export default async function SessionsPage() {
  const { client, call, hydrate } = prefetchPage(await requirePerson());
  await client.prefetchQuery(sessionListOptions(call));
  return hydrate(<SessionBrowser />);
}
