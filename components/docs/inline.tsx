import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^[\]]+)\]\(([^)]+)\)/g;

/** Renders text with `code`, **strong** and [links](/docs), the markup of the API's descriptions. */
export function Inline({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, code, strong, label, href] = match;
    const key = match.index;
    parts.push(text.slice(end, key));
    if (code !== undefined) parts.push(<Code key={key}>{code}</Code>);
    else if (strong !== undefined) parts.push(<strong key={key}>{strong}</strong>);
    else if (href !== undefined) {
      parts.push(
        <TextLink key={key} href={href}>
          <Inline text={label ?? ""} />
        </TextLink>,
      );
    }
    end = key + whole.length;
  }
  return [...parts, text.slice(end)];
}

/** Renders text from a reply. Only `code` is marked up, because callers can influence the rest. */
export function CodeSpans({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(/`([^`]+)`/g)) {
    parts.push(text.slice(end, match.index), <Code key={match.index}>{match[1]}</Code>);
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="box-decoration-clone rounded-sm border border-border bg-muted px-1 py-px font-mono text-[0.92em] [overflow-wrap:anywhere]">
      {children}
    </code>
  );
}

/** Renders values as a list for a sentence, such as `a`, `b` or `c`. */
export function CodeList({ values }: { values: readonly string[] }) {
  return (
    <Inline text={new Intl.ListFormat("en", { type: "disjunction" }).format(values.map((value) => `\`${value}\``))} />
  );
}

const linkClasses = "text-link underline decoration-1 underline-offset-3 hover:decoration-2";

/** A link in text. It is a plain link to the API, to files and within the page. All other links use the router. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith("/api/") || href.startsWith("#") || /\.[a-z]+$/.test(href)) {
    return (
      <a href={href} className={linkClasses}>
        {children}
      </a>
    );
  }
  return (
    <Link href={href} className={linkClasses}>
      {children}
    </Link>
  );
}
