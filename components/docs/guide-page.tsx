import type { ReactNode } from "react";
import { Guide, type GuideContent } from "@/components/docs/guide";
import { guides } from "@/components/docs/guide-list";
import { guideHref } from "@/components/docs/navigation";
import type { DocsReader } from "@/components/docs/reader";

type GuidePageProps = {
  guide: GuideContent;
  reader: DocsReader;
  /** Content shown before the guide's text, for readers who can follow the guide right away. */
  start?: ReactNode;
};

export function GuidePage({ guide, reader, start }: GuidePageProps) {
  const index = guides.indexOf(guide);
  return (
    <Guide
      title={guide.title}
      lead={guide.lead}
      start={start}
      sections={guide.sections(reader)}
      previous={neighbor(guides[index - 1])}
      next={neighbor(guides[index + 1]) ?? { href: "/docs/reference", title: "API reference" }}
    />
  );
}

function neighbor(guide: GuideContent | undefined) {
  return guide && { href: guideHref(guide.slug), title: guide.title };
}
