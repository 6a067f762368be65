import type { Metadata } from "next";
import { quickStartGuide } from "@/components/docs/guide-list";
import { GuidePage } from "@/components/docs/guide-page";
import { currentDocsReaderWithKey, currentReadersSteps } from "./reader";

export const metadata: Metadata = { title: quickStartGuide.title, description: quickStartGuide.lead };

export default async function QuickStartPage() {
  return (
    <GuidePage guide={quickStartGuide} reader={await currentDocsReaderWithKey()} start={await currentReadersSteps()} />
  );
}
