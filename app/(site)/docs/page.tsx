import type { Metadata } from "next";
import { GuidePage } from "@/components/docs/guide-page";
import { quickStartGuide } from "@/components/docs/guides/quick-start";
import { currentDocsReaderWithKey, currentReadersSteps } from "./reader";

export const metadata: Metadata = { title: quickStartGuide.title, description: quickStartGuide.lead };

export default async function QuickStartPage() {
  return (
    <GuidePage guide={quickStartGuide} reader={await currentDocsReaderWithKey()} start={await currentReadersSteps()} />
  );
}
