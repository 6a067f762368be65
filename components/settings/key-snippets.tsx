"use client";
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { TabList, TabPanel, Tabs } from "@/components/ui/tabs";

type KeySnippetsProps = {
  /** The key as it is shown at the moment; what is copied always holds the real one. */
  shown: string;
  secret: string;
  /** Ends in `/api/v1`. */
  baseUrl: string;
  onCopied: () => void;
};

const languages = ["curl", "JavaScript", "Python"] as const;
type Language = (typeof languages)[number];

export function KeySnippets({ shown, secret, baseUrl, onCopied }: KeySnippetsProps) {
  const [language, setLanguage] = useState<Language>("curl");
  return (
    <Tabs
      value={language}
      onValueChange={(value) => setLanguage(languages.find((name) => name === value) ?? "curl")}
      className="overflow-hidden rounded-lg border border-border bg-surface"
    >
      <div className="flex items-center justify-between border-b border-border pr-1 pl-1">
        <TabList
          label="Try the key"
          tabs={languages.map((name) => ({ value: name, label: name }))}
          className="border-b-0"
          tabClassName="text-xs"
        />
        <CopyButton
          iconOnly
          label={`Copy ${language}`}
          value={() => snippet(language, baseUrl, secret)}
          onCopied={onCopied}
        />
      </div>
      {languages.map((name) => (
        <TabPanel key={name} value={name}>
          <ScrollRegion label={`${name} code`}>
            <pre className="min-w-max px-3.5 py-3 font-mono text-xs leading-5">
              <code>{snippet(name, baseUrl, shown)}</code>
            </pre>
          </ScrollRegion>
        </TabPanel>
      ))}
    </Tabs>
  );
}

/** Asks who the key is: works with every key, whatever its scopes. */
function snippet(language: Language, baseUrl: string, key: string): string {
  if (language === "curl") return `curl "${baseUrl}/me" \\\n  -H "Authorization: Bearer ${key}"`;
  if (language === "JavaScript") {
    return `const response = await fetch("${baseUrl}/me", {
  headers: { Authorization: "Bearer ${key}" },
});
console.log(await response.json());`;
  }
  return `import requests

response = requests.get(
    "${baseUrl}/me",
    headers={"Authorization": "Bearer ${key}"},
)
print(response.json())`;
}
