import { Guide, type GuideContent } from "@/components/docs/guide";
import { guides } from "@/components/docs/guide-list";
import { guideHref } from "@/components/docs/navigation";
import type { DocsReader } from "@/components/docs/reader";

export function GuidePage({ guide, reader }: { guide: GuideContent; reader: DocsReader }) {
  const index = guides.indexOf(guide);
  return (
    <Guide
      title={guide.title}
      lead={guide.lead}
      sections={guide.sections(reader)}
      previous={neighbour(guides[index - 1])}
      next={neighbour(guides[index + 1]) ?? { href: "/docs/reference", title: "API reference" }}
    />
  );
}

function neighbour(guide: GuideContent | undefined) {
  return guide && { href: guideHref(guide.slug), title: guide.title };
}
