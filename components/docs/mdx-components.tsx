import type { MDXComponents } from "mdx/types";
import { Callout, Facts, Paragraph } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import { ErrorLink, ErrorTable } from "@/components/docs/error-table";
import { Code, CodeList, Inline, TextLink } from "@/components/docs/inline";
import { GuideSection } from "@/components/docs/mdx-guide";
import { SequenceDiagram } from "@/components/docs/sequence-diagram";
import { CodeBlock } from "@/components/ui/code-block";

const components: MDXComponents = {
  p: ({ children }) => <p className="max-w-[68ch] text-pretty">{children}</p>,
  h3: ({ children }) => <h3 className="mt-2 text-balance text-base font-semibold tracking-tight">{children}</h3>,
  ul: ({ children }) => (
    <ul className="flex max-w-[68ch] list-disc flex-col gap-1.5 pl-5 marker:text-muted-foreground">{children}</ul>
  ),
  ol: ({ children }) => (
    <ol className="flex max-w-[68ch] list-decimal flex-col gap-1.5 pl-5 marker:text-muted-foreground">{children}</ol>
  ),
  li: ({ children }) => <li className="pl-1">{children}</li>,
  a: ({ href = "", children }) => <TextLink href={href}>{children}</TextLink>,
  code: ({ children }) => <Code>{children}</Code>,
  Callout,
  Code,
  CodeList,
  CodeBlock,
  CodeSamples,
  ErrorLink,
  ErrorTable,
  Facts,
  Inline,
  Paragraph,
  Section: GuideSection,
  SequenceDiagram,
};

/** Returns the components that every MDX file can use without importing them. The MDX compiler requires this name. */
export const useMDXComponents = (): MDXComponents => components;
