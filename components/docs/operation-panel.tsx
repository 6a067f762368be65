"use client";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { CodeSamples } from "@/components/docs/code-samples";
import type { TrialView } from "@/components/docs/operation-view";
import { fillPath } from "@/components/docs/send-request";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { TabList, TabPanel, Tabs } from "@/components/ui/tabs";

const TryIt = dynamic(() => import("@/components/docs/try-it").then((module) => module.TryIt), {
  ssr: false,
  loading: () => <Skeleton className="h-64 w-full" />,
});

const TRY_IT_ANCHOR = "#try-it";

type OperationPanelProps = {
  view: TrialView;
  baseUrl: string;
  organizations: readonly { slug: string; name: string }[];
};

/** Shows code samples of an operation's request and a form that sends it, in two tabs. */
export function OperationPanel({ view, baseUrl, organizations }: OperationPanelProps) {
  const [tab, setTab] = useState("example");
  useEffect(() => {
    if (window.location.hash === TRY_IT_ANCHOR) setTab("try-it");
  }, []);
  return (
    <Tabs
      value={tab}
      onValueChange={setTab}
      className="-m-1 p-1 xl:sticky xl:top-18 xl:max-h-[calc(100dvh-5.5rem)] xl:overflow-y-auto"
    >
      <TabList
        label="Example or form"
        tabs={[
          { value: "example", label: "Example" },
          { value: "try-it", label: "Try it" },
        ]}
        className="mb-4"
      />
      <TabPanel value="example">
        <Example view={view} baseUrl={baseUrl} />
      </TabPanel>
      <TabPanel value="try-it">
        <TryIt key={view.id} view={view} organizations={organizations} />
      </TabPanel>
    </Tabs>
  );
}

function Example({ view, baseUrl }: Pick<OperationPanelProps, "view" | "baseUrl">) {
  const examples = view.body?.examples ?? [];
  const [chosen, setChosen] = useState(0);
  const { replies } = view;
  const [only] = replies;
  const examplesOfPath = Object.fromEntries(view.parameters.map((parameter) => [parameter.name, parameter.example]));
  return (
    <div className="flex flex-col gap-4">
      {examples.length > 1 ? (
        <Field label="Body">
          <Select
            value={String(chosen)}
            onChange={(event) => setChosen(Number(event.target.value))}
            options={examples.map(({ label }, index) => ({ value: String(index), label }))}
          />
        </Field>
      ) : null}
      <CodeSamples
        label="Request"
        request={{
          method: view.method,
          url: `${baseUrl}/api/v1${fillPath(view.path, examplesOfPath)}`,
          authorized: !view.isPublic,
          ...(view.body?.isForm
            ? { form: examples[chosen]?.value as Record<string, string> }
            : { body: examples[chosen]?.value }),
          reply: view.isStream ? "stream" : replies.length > 0 ? "json" : "none",
        }}
      />
      {only && replies.length === 1 ? <CodeBlock label={`Reply ${only.label}`} code={only.code} /> : null}
      {replies.length > 1 ? <CodeBlock label="Replies by status" samples={replies} /> : null}
    </div>
  );
}
