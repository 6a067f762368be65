"use client";
import { useSyncExternalStore } from "react";
import { codeSamples, type SnippetRequest } from "@/components/snippets/request-snippets";
import { CodeBlock } from "@/components/ui/code-block";
import { Segmented } from "@/components/ui/segmented";

const STORAGE_KEY = "sightline-docs-language";
const FIRST = "curl";
const listeners = new Set<() => void>();
let chosen: string | null = null;

type CodeSamplesProps = { label: string; request: SnippetRequest };

/** Shows one request in the reader's programming language. Choosing a language applies to all samples of the docs. */
export function CodeSamples({ label, request }: CodeSamplesProps) {
  const language = useSyncExternalStore(subscribe, readLanguage, () => FIRST);
  const samples = codeSamples(request);
  const sample = samples.find((one) => one.label === language) ?? samples[0];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Segmented
        size="sm"
        className="self-start"
        label={`Language of “${label}”`}
        options={samples.map((one) => ({ value: one.label, label: one.label }))}
        value={sample?.label ?? FIRST}
        onValueChange={chooseLanguage}
      />
      <CodeBlock label={label} code={sample?.code ?? ""} language={sample?.label} />
    </div>
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function readLanguage(): string {
  try {
    chosen ??= localStorage.getItem(STORAGE_KEY);
  } catch {
    chosen ??= FIRST;
  }
  return chosen ?? FIRST;
}

function chooseLanguage(language: string) {
  chosen = language;
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}
