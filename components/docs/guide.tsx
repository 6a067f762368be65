import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { AnchorHeading } from "@/components/docs/anchor-heading";
import { type Block, Blocks } from "@/components/docs/blocks";
import { Inline } from "@/components/docs/inline";
import type { DocsReader } from "@/components/docs/reader";
import { Link } from "@/components/ui/link";

export interface Section {
  id: string;
  title: string;
  blocks: readonly Block[];
}

/** The content of a guide. The guide with an empty slug is the docs' home page. */
export interface GuideContent {
  slug: string;
  title: string;
  lead: string;
  sections: (reader: DocsReader) => Section[];
}

type Neighbor = { href: string; title: string };
type GuideProps = {
  title: string;
  lead: string;
  start?: ReactNode;
  sections: readonly Section[];
  previous?: Neighbor | undefined;
  next?: Neighbor | undefined;
};

/** A guide page: title, lead, linkable sections and a table of contents. */
export function Guide({ title, lead, start, sections, previous, next }: GuideProps) {
  return (
    <div className="grid gap-12 xl:grid-cols-[minmax(0,1fr)_13rem]">
      <article className="min-w-0 max-w-3xl text-md leading-7">
        <h1 className="text-balance text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 max-w-[68ch] text-pretty text-base leading-7 text-muted-foreground">
          <Inline text={lead} />
        </p>
        {start ? <div className="mt-6 text-sm">{start}</div> : null}
        {sections.map(({ id, title: heading, blocks }) => (
          <section key={id} className="mt-10 flex flex-col gap-4">
            <AnchorHeading id={id}>
              <Inline text={heading} />
            </AnchorHeading>
            <Blocks blocks={blocks} />
          </section>
        ))}
        <Neighbors previous={previous} next={next} />
      </article>
      <nav
        aria-label="On this page"
        className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto xl:block"
      >
        <h2 className="pb-2 text-xs font-medium text-muted-foreground">On this page</h2>
        <ul className="flex flex-col border-l border-border">
          {sections.map((section) => (
            <li key={section.id}>
              <a
                href={`#${section.id}`}
                className="-ml-px block border-l border-transparent py-1 pl-3 text-sm text-muted-foreground [overflow-wrap:anywhere] hover:border-primary hover:text-foreground"
              >
                {section.title.replaceAll("`", "")}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

export function Neighbors({ previous, next }: Pick<GuideProps, "previous" | "next">) {
  if (!previous && !next) return null;
  return (
    <nav
      aria-label="Previous and next page"
      className="mt-14 flex flex-wrap justify-between gap-3 border-t border-border pt-5 text-sm"
    >
      {previous ? (
        <Link
          href={previous.href}
          className="inline-flex items-center gap-1.5 py-1 font-medium text-link hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {previous.title}
        </Link>
      ) : null}
      {next ? (
        <Link
          href={next.href}
          className="ml-auto inline-flex items-center gap-1.5 py-1 font-medium text-link hover:underline"
        >
          {next.title}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      ) : null}
    </nav>
  );
}
