import type { MDXContent } from "mdx/types";
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import type { Block } from "@/components/docs/blocks";
import type { GuideContent, Section } from "@/components/docs/guide";
import type { DocsReader } from "@/components/docs/reader";

type GuideSectionProps = { id: string; title: string; children: ReactNode };
type MdxModule = { title: string; lead: string; default: MDXContent };

/** A section of an MDX guide: `<Section id="…" title="…">` around Markdown. `Guide` renders its heading and spacing. */
export function GuideSection({ children }: GuideSectionProps) {
  return children;
}

/**
 * Returns the guide that an MDX file contains. Its sections are the `<Section>` elements at the top level of the
 * file.
 */
export function mdxGuide(slug: string, { title, lead, default: Content }: MdxModule): GuideContent {
  return { slug, title, lead, sections: (reader) => sectionsIn(renderContent(Content, reader)).map(toSection) };
}

/** Returns the element tree of an MDX file. Its content is a function without hooks, so it can be called directly. */
function renderContent(Content: MDXContent, reader: DocsReader): ReactNode {
  return Content({ reader });
}

function sectionsIn(node: ReactNode): ReactElement<GuideSectionProps>[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<GuideSectionProps>(child)) return [];
    if (child.type === Fragment) return sectionsIn(child.props.children);
    return child.type === GuideSection ? [child] : [];
  });
}

function toSection({ props: { id, title, children } }: ReactElement<GuideSectionProps>): Section {
  const isBlock = (child: ReactNode): child is Block =>
    isValidElement(child) || (typeof child === "string" && child.trim() !== "");
  return { id, title, blocks: Children.toArray(children).filter(isBlock) };
}
