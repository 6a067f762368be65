"use client";
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { TabList, TabPanel, Tabs } from "@/components/ui/tabs";

export type SecretSnippet = { language: string; code: (secret: string) => string };

type SecretSnippetsProps = {
  label: string;
  snippets: readonly SecretSnippet[];
  /** The secret as currently displayed. Copying always uses the real one. */
  shown: string;
  secret: string;
  onCopied: () => void;
};

export function SecretSnippets({ label, snippets, shown, secret, onCopied }: SecretSnippetsProps) {
  const [language, setLanguage] = useState(snippets[0]?.language ?? "");
  return (
    <Tabs
      value={language}
      onValueChange={setLanguage}
      className="overflow-hidden rounded-lg border border-border bg-surface"
    >
      <div className="flex items-center justify-between border-b border-border pr-1 pl-1">
        <TabList
          label={label}
          tabs={snippets.map((snippet) => ({ value: snippet.language, label: snippet.language }))}
          className="border-b-0"
          tabClassName="text-xs"
        />
        <CopyButton
          iconOnly
          label={`Copy ${language}`}
          value={() => snippets.find((snippet) => snippet.language === language)?.code(secret) ?? ""}
          onCopied={onCopied}
        />
      </div>
      {snippets.map((snippet) => (
        <TabPanel key={snippet.language} value={snippet.language}>
          <ScrollRegion label={`${snippet.language} code`}>
            <pre className="min-w-max px-3.5 py-3 font-mono text-xs leading-5">
              <code>{snippet.code(shown)}</code>
            </pre>
          </ScrollRegion>
        </TabPanel>
      ))}
    </Tabs>
  );
}
