"use client";
import { Play, Square } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { TrialParameter, TrialView } from "@/components/docs/operation-view";
import {
  fillPath,
  findProblem,
  parseFormLines,
  sendTrial,
  type TrialReply,
  type TrialRequest,
  toFormLines,
} from "@/components/docs/send-request";
import { useStoredKey } from "@/components/docs/stored-key";
import { CredentialFields, type TrialCredential } from "@/components/docs/try-it-credential";
import { ParameterFields } from "@/components/docs/try-it-parameters";
import { TryItResult } from "@/components/docs/try-it-result";
import { curlSnippet } from "@/components/snippets/request-snippets";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { ORGANIZATION_HEADER } from "@/lib/http/organization-header";

type TryItProps = { view: TrialView; organizations: readonly { slug: string; name: string }[] };
type Trial = { reply: TrialReply | null; curl: string };

const FORM_TYPE = "application/x-www-form-urlencoded";
const STOP_AFTER_MS = 700;

const pretty = (value: unknown, isForm = false) => (isForm ? toFormLines(value) : JSON.stringify(value, null, 2));

/** A form that sends a real request for one operation to this site, and shows the result. */
export function TryIt({ view, organizations }: TryItProps) {
  const [key, setKey] = useStoredKey();
  const [first] = organizations;
  const [credential, setCredential] = useState<TrialCredential>(
    first ? { kind: "session", slug: first.slug } : { kind: "key" },
  );
  const [values, setValues] = useState(() => initialValues(view.parameters));
  const [body, setBody] = useState(() => pretty(view.body?.examples[0]?.value, view.body?.isForm) ?? "");
  const [trial, setTrial] = useState<Trial | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (trial) result.current?.scrollIntoView({ block: "nearest" });
  }, [trial]);

  const request = requestOf(view, values, body, view.isPublic ? null : credential, key);
  const problem = findProblem(trial?.reply);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (running) return;
    const controller = new AbortController();
    setRunning(controller);
    const reply = await sendTrial(request, controller.signal);
    setRunning(null);
    setTrial({ reply, curl: curlOf(request) });
  }

  return (
    <form
      action={keepOnPage}
      onSubmit={send}
      onKeyDown={submitOnCommandEnter}
      className="flex flex-col gap-5"
      noValidate
    >
      {view.isPublic ? null : (
        <CredentialFields
          apiKey={key}
          onApiKeyChange={setKey}
          credential={credential}
          onCredentialChange={setCredential}
          organizations={organizations}
        />
      )}
      <ParameterFields
        parameters={view.parameters}
        values={values}
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
        issues={problem?.errors ?? []}
      />
      {view.body ? <BodyFields view={view.body} body={body} onBodyChange={setBody} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" loading={running !== null}>
          <Play aria-hidden />
          Send
        </Button>
        <StopButton running={running} />
        <p className="min-w-0 flex-1 text-xs leading-5 text-muted-foreground">
          {view.method === "GET" ? "A real request to this site." : "A real request: it changes real data."}
        </p>
      </div>
      <div ref={result} aria-busy={running !== null} className="scroll-mb-4">
        <TryItResult trial={trial} problem={problem} />
      </div>
    </form>
  );
}

/** Stops the running request. It appears only for streams and slow replies. */
function StopButton({ running }: { running: AbortController | null }) {
  const [slow, setSlow] = useState<AbortController | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(running), STOP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [running]);
  if (!running || slow !== running) return null;
  return (
    <Button onClick={() => running.abort()}>
      <Square aria-hidden />
      Stop
    </Button>
  );
}

type BodyFieldsProps = { view: NonNullable<TrialView["body"]>; body: string; onBodyChange: (body: string) => void };

function BodyFields({ view, body, onBodyChange }: BodyFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      {view.examples.length > 1 ? (
        <Field label="Start from">
          <Select
            defaultValue="0"
            onChange={(event) =>
              onBodyChange(pretty(view.examples[Number(event.target.value)]?.value, view.isForm) ?? "")
            }
            options={view.examples.map(({ label }, index) => ({ value: String(index), label }))}
          />
        </Field>
      ) : null}
      <Field label="Body" optional={!view.required} hint={view.isForm ? "One parameter per line." : bodyHint(body)}>
        <Textarea
          value={body}
          onChange={(event) => onBodyChange(event.target.value)}
          spellCheck={false}
          autoCapitalize="off"
          rows={Math.min(18, Math.max(4, body.split("\n").length))}
          className="font-mono text-xs! leading-5"
        />
      </Field>
    </div>
  );
}

function bodyHint(body: string): string | undefined {
  if (body.trim() === "") return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch {
    return "This isn't valid JSON. You can send it anyway to see the error.";
  }
}

const fieldName = (parameter: Pick<TrialParameter, "in" | "name">) => `${parameter.in}:${parameter.name}`;

function initialValues(parameters: readonly TrialParameter[]): Record<string, string> {
  return Object.fromEntries(parameters.map((one) => [fieldName(one), one.in === "path" ? one.example : ""]));
}

function requestOf(
  view: TrialView,
  values: Record<string, string>,
  body: string,
  credential: TrialCredential | null,
  key: string,
): TrialRequest {
  const given = (place: TrialParameter["in"]) =>
    view.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, (values[fieldName(parameter)] ?? "").trim()] as const)
      .filter(([, value]) => value !== "");
  const query = new URLSearchParams(given("query").map(([name, value]) => [name, value])).toString();
  const path = fillPath(view.path, Object.fromEntries(given("path")));
  const sendsBody = view.body !== null && body.trim() !== "";
  return {
    method: view.method,
    address: `/api/v1${path}${query && `?${query}`}`,
    headers: {
      ...Object.fromEntries(given("header")),
      ...(sendsBody && { "Content-Type": view.body?.isForm ? FORM_TYPE : "application/json" }),
      ...(credential?.kind === "key" && key !== "" && { Authorization: `Bearer ${key}` }),
      ...(credential?.kind === "session" && { [ORGANIZATION_HEADER]: credential.slug }),
    },
    body: sendsBody ? (view.body?.isForm ? String(new URLSearchParams(parseFormLines(body))) : body) : undefined,
    withSession: credential?.kind === "session",
  };
}

/** Returns the request as a curl command. The command reads the key from a variable and never contains it. */
function curlOf({ method, address, headers, body }: TrialRequest): string {
  const shown = Object.entries(headers).filter(([name]) => {
    return name !== "Authorization" && name !== "Content-Type" && name !== ORGANIZATION_HEADER;
  });
  return curlSnippet({
    method,
    url: window.location.origin + address,
    authorized: "Authorization" in headers || ORGANIZATION_HEADER in headers,
    headers: Object.fromEntries(shown),
    ...(headers["Content-Type"] === FORM_TYPE ? { form: Object.fromEntries(new URLSearchParams(body)) } : { body }),
  });
}

/**
 * The form's action before hydration. It does nothing, so that an early submit doesn't reload the page and lose
 * the input.
 */
function keepOnPage(): void {}

function submitOnCommandEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
