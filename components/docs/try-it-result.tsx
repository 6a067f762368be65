"use client";
import { CodeSpans } from "@/components/docs/inline";
import type { ShownProblem, TrialReply } from "@/components/docs/send-request";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { statusTone } from "@/components/ui/status-tone";
import { TabList, TabPanel, Tabs } from "@/components/ui/tabs";

type TryItResultProps = {
  trial: { reply: TrialReply | null; curl: string } | null;
  problem: ShownProblem | null;
};

/** Shows the result of a request: status, error, body, headers, and the request as a terminal command. */
export function TryItResult({ trial, problem }: TryItResultProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {trial ? summaryOf(trial.reply) : ""}
      </p>
      {trial ? (
        <div className="flex flex-col gap-3 border-t border-border pt-4">
          {trial.reply ? <Outcome reply={trial.reply} /> : <NoAnswer />}
          {problem ? <ProblemBox problem={problem} /> : null}
          <ReplyTabs reply={trial.reply} curl={trial.curl} />
        </div>
      ) : null}
    </>
  );
}

function summaryOf(reply: TrialReply | null): string {
  if (!reply) return "Nothing answered.";
  return `${reply.status} ${reply.statusText} after ${Math.round(reply.durationMs)} milliseconds`;
}

function Outcome({ reply }: { reply: TrialReply }) {
  const requestId = reply.headers.find(([name]) => name === "x-request-id")?.[1];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <Badge tone={statusTone(reply.status)}>
        {reply.status} {reply.statusText}
      </Badge>
      <span className="text-muted-foreground tabular-nums">{Math.round(reply.durationMs)} ms</span>
      {requestId ? (
        <span className="flex min-w-0 items-center gap-1 text-xs text-muted-foreground">
          <span className="min-w-0 font-mono [overflow-wrap:anywhere]">{requestId}</span>
          <CopyButton iconOnly label="Copy the request ID" value={requestId} />
        </span>
      ) : null}
    </div>
  );
}

function NoAnswer() {
  return (
    <p className="text-sm text-danger">
      No response, or you canceled the request. Check your connection and try again.
    </p>
  );
}

function ProblemBox({ problem }: { problem: ShownProblem }) {
  return (
    <div className="rounded-lg border border-border bg-surface px-3.5 py-3 text-sm leading-6">
      <p className="font-medium">{problem.title}</p>
      <p className="text-muted-foreground">
        <CodeSpans text={problem.detail} />
      </p>
      {problem.errors.length > 0 ? (
        <ul className="mt-2 flex flex-col gap-1">
          {problem.errors.map(({ pointer, parameter, detail }) => (
            <li key={`${pointer}${parameter}${detail}`} className="flex flex-wrap gap-x-2">
              <code className="font-mono text-danger">{pointer ?? parameter}</code>
              <span>{detail}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-2">
        <Link href={`/docs/errors#${problem.code}`} className="text-link underline underline-offset-3">
          About <span className="font-mono">{problem.code}</span>
        </Link>
      </p>
    </div>
  );
}

function ReplyTabs({ reply, curl }: { reply: TrialReply | null; curl: string }) {
  const tabs = [...(reply ? ["Body", "Headers"] : []), "curl"].map((label) => ({ value: label, label }));
  return (
    <Tabs key={reply ? "reply" : "none"} defaultValue={tabs[0]?.value ?? "curl"}>
      <TabList label="The reply" tabs={tabs} className="mb-3" />
      {reply ? (
        <>
          <TabPanel value="Body">
            <ReplyBody reply={reply} />
          </TabPanel>
          <TabPanel value="Headers">
            <CodeBlock
              wrap
              label="Reply headers"
              code={reply.headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
            />
          </TabPanel>
        </>
      ) : null}
      <TabPanel value="curl">
        <CodeBlock label="Run it in a terminal" code={curl} />
      </TabPanel>
    </Tabs>
  );
}

function ReplyBody({ reply }: { reply: TrialReply }) {
  if (reply.text === "") return <p className="text-sm text-muted-foreground">The response has no body.</p>;
  return (
    <>
      <CodeBlock label="Reply body" code={formatted(reply.text)} />
      {reply.cut ? <p className="mt-2 text-xs text-muted-foreground">Only the beginning is shown.</p> : null}
    </>
  );
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
