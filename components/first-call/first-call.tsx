"use client";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { newestCameraOptions } from "@/components/cameras/queries";
import { firstRequests, identityRequest } from "@/components/snippets/first-requests";
import { codeSamples } from "@/components/snippets/request-snippets";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import type { Scope } from "@/lib/values";
import { LandingSlot } from "./landing-slot";
import { type FirstCallReply, sendFirstCall } from "./send-first-call";

/** Programs read the key from the environment, so that their first line is for the shell. */
const comments: Record<string, string> = { JavaScript: "// ", Python: "# " };

type FirstCallProps = {
  organization: string;
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** The whole key while it is on the screen. It goes into a header and the clipboard, and is kept nowhere. */
  secret: string;
  /** The key as it is shown at the moment. */
  shown: string;
  scopes: readonly Scope[];
  onCopied: () => void;
};

/** The first calls with this key: as code, and as a button that sends them and shows what lands. */
export function FirstCall({ organization, baseUrl, secret, shown, scopes, onCopied }: FirstCallProps) {
  const cameras = useQuery(newestCameraOptions(organization));
  const [reply, setReply] = useState<FirstCallReply | "sending" | null>(null);
  const [language, setLanguage] = useState("curl");
  const camera = cameras.data?.data[0];
  const canAlert = scopes.includes("alerts:write") && (camera !== undefined || scopes.includes("cameras:write"));
  const requests = canAlert
    ? firstRequests(baseUrl, camera ? (camera.external_id ?? camera.id) : null)
    : [identityRequest(baseUrl)];
  const languages = codeSamples(identityRequest(baseUrl)).map(({ label }) => label);

  function codeOf(name: string, key: string): string {
    const calls = requests.map((request) => codeSamples(request).find(({ label }) => label === name)?.code ?? "");
    // Both calls of a program name their reply the same.
    const scoped = name === "JavaScript" && calls.length > 1 ? calls.map((call) => `{\n${call}\n}`) : calls;
    return [`${comments[name] ?? ""}export ${KEY_VARIABLE}='${key}'`, ...scoped].join("\n\n");
  }

  async function run() {
    if (reply === "sending") return;
    setReply("sending");
    setReply(await sendFirstCall(requests, secret));
  }

  return (
    <div className="flex flex-col gap-3">
      <Tabs
        value={language}
        onValueChange={setLanguage}
        className="overflow-hidden rounded-lg border border-border bg-surface"
      >
        <div className="flex items-center justify-between border-b border-border pr-1 pl-1">
          <TabList
            label="Try the key"
            tabs={languages.map((name) => ({ value: name, label: name }))}
            className="border-b-0"
            tabClassName="text-xs"
          />
          <CopyButton iconOnly label={`Copy ${language}`} value={() => codeOf(language, secret)} onCopied={onCopied} />
        </div>
        {languages.map((name) => (
          <TabPanel key={name} value={name}>
            <ScrollRegion label={`${name} code`} className="max-h-48">
              <pre className="min-w-max px-3.5 py-3 font-mono text-xs leading-5">
                <code>{codeOf(name, shown)}</code>
              </pre>
            </ScrollRegion>
          </TabPanel>
        ))}
      </Tabs>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void run()} loading={reply === "sending"} disabled={cameras.isPending || !secret}>
          <Play aria-hidden />
          {canAlert ? "Send a test alert" : "Call the API"}
        </Button>
        <ReplyLine organization={organization} reply={reply === "sending" ? null : reply} />
      </div>
      {canAlert ? <LandingSlot organization={organization} /> : null}
    </div>
  );
}

function ReplyLine({ organization, reply }: { organization: string; reply: FirstCallReply | null }) {
  if (!reply) return null;
  if (reply.status === null) {
    return <p role="alert">The server did not answer. Check your connection and try again.</p>;
  }
  return (
    <div role="status" className="min-w-0 flex-1 text-xs text-muted-foreground">
      <p className="figures">
        {reply.status} · {reply.durationMs} ms
        {reply.requestId ? (
          <>
            {" · "}
            <Link
              href={`/${organization}/settings/requests/${reply.requestId}`}
              target="_blank"
              className="break-all font-mono text-link hover:underline"
            >
              {reply.requestId}
            </Link>
          </>
        ) : null}
      </p>
      {reply.problem ? (
        <p>
          {reply.problem.detail}{" "}
          <Link href={`/docs/errors#${reply.problem.code}`} target="_blank" className="text-link hover:underline">
            {reply.problem.code}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
