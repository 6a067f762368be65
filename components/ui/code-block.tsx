"use client";
import { type ReactNode, useMemo, useState } from "react";
import { cn } from "@/components/ui/cn";
import { codeLanguage, codeTokens } from "@/components/ui/code-tokens";
import { CopyButton } from "@/components/ui/copy-button";
import { TabList, TabPanel, Tabs } from "@/components/ui/tabs";

export type CodeSample = {
  label: string;
  code: string;
  /** Text to copy if it differs from the text shown, such as an unmasked secret. */
  copied?: string | undefined;
};
type CodeBlockProps = {
  label: string;
  code?: string;
  samples?: readonly CodeSample[];
  /** The name of the language, if the label doesn't contain it. */
  language?: string | undefined;
  wrap?: boolean;
  onCopied?: (() => void) | undefined;
  className?: string;
};

/** Shows one sample (`code`, with `label` as heading) or a tab per sample. */
export function CodeBlock({ label, code, samples, language, wrap = false, onCopied, className }: CodeBlockProps) {
  const list = samples ?? [{ label, code: code ?? "" }];
  const [chosen, setChosen] = useState(list[0]?.label ?? "");
  const current = list.find((sample) => sample.label === chosen) ?? list[0];
  const frame = cn("overflow-hidden rounded-lg border border-border bg-code-bg", className);
  if (!current) return null;
  const copy = (
    <CopyButton iconOnly value={current.copied ?? current.code} label={`Copy ${current.label}`} onCopied={onCopied} />
  );
  if (list.length === 1) {
    return (
      <div className={frame}>
        <div className="flex h-9 items-center justify-between border-b border-border pr-1 pl-3 text-xs font-medium text-muted-foreground">
          <span>{current.label}</span>
          {copy}
        </div>
        <CodeText label={current.label} sample={current} language={language} wrap={wrap} />
      </div>
    );
  }
  return (
    <Tabs value={current.label} onValueChange={setChosen} className={frame}>
      <div className="flex items-center justify-between border-b border-border pr-1 pl-1">
        <TabList
          label={label}
          tabs={list.map((sample) => ({ value: sample.label, label: sample.label }))}
          className="border-b-0"
          tabClassName="text-xs"
        />
        {copy}
      </div>
      {list.map((sample) => (
        <TabPanel key={sample.label} value={sample.label}>
          <CodeText label={`${label}, ${sample.label}`} sample={sample} wrap={wrap} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

// The block is a figure instead of a region. Landmarks must have unique names, but a page can have many similar
// blocks.
const focusable = { tabIndex: 0 };

type CodeTextProps = { label: string; sample: CodeSample; language?: string | undefined; wrap: boolean };

function CodeText({ label, sample, language, wrap }: CodeTextProps) {
  return (
    <figure {...focusable} aria-label={`${label} code`} className="overflow-x-auto focus-visible:-outline-offset-2">
      <pre
        className={cn(
          "min-w-max px-3.5 py-3 font-mono text-xs leading-5",
          wrap && "min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]",
        )}
      >
        <code>
          <ColoredCode code={sample.code} language={language ?? sample.label} />
        </code>
      </pre>
    </figure>
  );
}

function ColoredCode({ code, language }: { code: string; language: string }) {
  return useMemo(() => {
    const parts: ReactNode[] = [];
    let start = 0;
    for (const { kind, text } of codeTokens(code, codeLanguage(language, code))) {
      parts.push(
        kind === null ? (
          text
        ) : (
          <span key={start} className={`code-${kind}`}>
            {text}
          </span>
        ),
      );
      start += text.length;
    }
    return parts;
  }, [code, language]);
}
