import type { Metadata } from "next";
import { GuidePage } from "@/components/docs/guide-page";
import { quickStart } from "@/components/docs/guides/quick-start";
import { currentReaderWithKey } from "./reader";

export const metadata: Metadata = { title: quickStart.title, description: quickStart.lead };

export default async function QuickStartPage() {
  return <GuidePage guide={quickStart} reader={await currentReaderWithKey()} />;
}
