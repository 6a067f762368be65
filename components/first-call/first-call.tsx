"use client";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useRef, useState } from "react";
import { newestCameraOptions } from "@/components/cameras/queries";
import { firstRequests, identityRequest } from "@/components/snippets/first-requests";
import { codeSamples } from "@/components/snippets/request-snippets";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import type { Scope } from "@/lib/values";
import { LandingSlot } from "./landing-slot";
import { type FirstCallReply, sendFirstCall } from "./send-first-call";

/**
 * The comment prefix of each language. Samples start with a comment that contains the shell command to set the
 * key.
 */
const comments: Record<string, string> = { JavaScript: "// ", Python: "# " };

type FirstCallProps = {
  organization: string;
  /** The API's base URL, which ends in `/api/v1`. */
  baseUrl: string;
  /**
   * The key while it is displayed, and the text displayed for it. It is used only in a header and on the
   * clipboard, and never stored. If null, the reader pastes the key.
   */
  known: { secret: string; shown: string } | null;
  scopes: readonly Scope[];
  onCopied?: (() => void) | undefined;
};

/** Shows the first requests with a key as code, with a button that sends them and shows the result. */
export function FirstCall({ organization, baseUrl, known, scopes, onCopied }: FirstCallProps) {
  const cameras = useQuery(newestCameraOptions(organization));
  const [reply, setReply] = useState<FirstCallReply | "sending" | null>(null);
  // Uncontrolled, because the reader may fill it in before hydration.
  const pasted = useRef<HTMLInputElement>(null);
  const camera = cameras.data?.data[0];
  const canAlert = scopes.includes("alerts:write") && (camera !== undefined || scopes.includes("cameras:write"));
  const requests = canAlert
    ? firstRequests(baseUrl, camera ? (camera.external_id ?? camera.id) : null)
    : [identityRequest(baseUrl)];
  const languages = codeSamples(identityRequest(baseUrl)).map(({ label }) => label);

  function codeOf(name: string, key: string | undefined): string {
    const calls = requests.map((request) => codeSamples(request).find(({ label }) => label === name)?.code ?? "");
    // Both JavaScript requests declare the same variables, so each gets its own block.
    const scoped = name === "JavaScript" && calls.length > 1 ? calls.map((call) => `{\n${call}\n}`) : calls;
    // If the variable isn't set, stop the shell with a message instead of sending a request that fails with 401.
    const setting =
      key === undefined ? `: "\${${KEY_VARIABLE}:?Set it to your whole key first}"` : `export ${KEY_VARIABLE}='${key}'`;
    return [`${comments[name] ?? ""}${setting}`, ...scoped].join(name === "curl" ? " &&\n\n" : "\n\n");
  }

  async function run() {
    if (reply === "sending") return;
    const secret = known?.secret ?? pasted.current?.value.trim() ?? "";
    if (secret === "") return pasted.current?.focus();
    setReply("sending");
    setReply(await sendFirstCall(requests, secret));
  }

  return (
    <div className="flex flex-col gap-3">
      <CodeBlock
        label="Try the key"
        samples={languages.map((name) => ({
          label: name,
          code: codeOf(name, known?.shown),
          copied: codeOf(name, known?.secret),
        }))}
        onCopied={onCopied}
        className="text-foreground [&_figure]:max-h-48 [&_figure]:overflow-y-auto"
      />
      <div className="flex flex-wrap items-center gap-3">
        {known ? null : (
          <Input
            ref={pasted}
            type="password"
            aria-label="Your key"
            placeholder="Paste your key"
            autoComplete="off"
            spellCheck={false}
            className="w-64 max-w-full font-mono"
          />
        )}
        <Button onClick={() => void run()} loading={reply === "sending"} disabled={cameras.isPending}>
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
    return <p role="alert">The server didn't respond. Check your connection and try again.</p>;
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
