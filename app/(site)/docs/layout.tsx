import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DocsShell } from "@/components/docs/docs-shell";
import { currentDocsReader } from "./reader";

export const metadata: Metadata = { title: { default: "Docs", template: "%s · Sightline docs" } };

export default async function DocsLayout({ children }: { children: ReactNode }) {
  return <DocsShell reader={await currentDocsReader()}>{children}</DocsShell>;
}
