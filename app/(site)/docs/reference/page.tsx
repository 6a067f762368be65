import type { Metadata } from "next";
import { ReferencePage } from "@/components/docs/reference-page";
import { currentDocsReader } from "../reader";

export const metadata: Metadata = { title: "API reference", description: "Every operation of the API at a glance." };

export default async function ReferenceStartPage() {
  return <ReferencePage reader={await currentDocsReader()} />;
}
