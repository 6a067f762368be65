"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/shell/error-state";
import { QueryError } from "@/components/shell/query-error";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount } from "@/components/ui/format-number";
import { zoneName } from "@/components/ui/format-time";
import { Link } from "@/components/ui/link";
import { useZone } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { isApiError } from "@/lib/http/call";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import { REQUEST_LOG_RETENTION_D } from "@/lib/limits";
import type { RequestDetail as Detail } from "@/lib/requests/schema";
import { toCurl } from "./curl";
import type { OperationLink } from "./operation-link";
import { requestDetailOptions } from "./queries";
import { RequestBody } from "./request-body";
import { RequestMethodBadge } from "./request-method-badge";
import { RequestStatus } from "./request-status";
import { RequestTime } from "./request-time";

type RequestDetailProps = {
  organization: string;
  id: string;
  /** The site's origin, for the request's URL in the curl command. */
  origin: string;
  operations: readonly OperationLink[];
};

export function RequestDetailView({ organization, id, origin, operations }: RequestDetailProps) {
  const query = useQuery(requestDetailOptions(organization, id));
  if (query.isLoadingError) {
    return isMissing(query.error) ? (
      <Missing id={id} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <QueryError title="The request didn't load" query={query} />
    );
  }
  if (!query.data) return <Loading />;
  return <Found request={query.data} organization={organization} origin={origin} operations={operations} />;
}

const isMissing = (error: Error) => isApiError(error) && error.status === 404;

function Missing({ id, onRetry, retrying }: { id: string; onRetry: () => void; retrying: boolean }) {
  return (
    <ErrorState
      title="This request isn't in the log"
      detail={
        <>
          <code className="break-all font-mono text-xs">{id}</code>
          <br />
          The log contains requests by this organization's keys and apps from the last {REQUEST_LOG_RETENTION_D} days.
          Requests without a valid key, from portal pages, or of other organizations aren't included. A request appears
          about a second after its response.
        </>
      }
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <Skeleton className="h-5 w-64" />
      <Skeleton className="h-4 w-40" />
      <Skeleton className="mt-3 h-24" />
      <Skeleton className="h-40" />
    </div>
  );
}

type FoundProps = Omit<RequestDetailProps, "id"> & { request: Detail };

function Found({ request, organization, origin, operations }: FoundProps) {
  const { method, route, target, status, code, problem } = request;
  const operation = operations.find((one) => one.method === method && one.path === route);
  return (
    <article className="flex flex-col gap-5">
      <header>
        <h2 className="flex items-start gap-2 font-mono text-sm font-semibold">
          <RequestMethodBadge method={method} />
          <span dir="ltr" className="min-w-0 pt-px [overflow-wrap:anywhere]">
            {target ?? `/api/v1${route}`}
          </span>
        </h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
          <RequestStatus status={status} />
          <span className="tabular-nums">{formatCount(request.duration_ms)} ms</span>
          {operation ? (
            <Link href={`/docs/reference/${operation.id}`} className="text-link hover:underline">
              Reference: {operation.summary}
            </Link>
          ) : null}
        </p>
      </header>
      {problem ? <Problem problem={problem} code={code} /> : null}
      <Body request={request} />
      <Facts request={request} organization={organization} />
      <Repeat request={request} origin={origin} />
    </article>
  );
}

function Problem({ problem, code }: { problem: NonNullable<Detail["problem"]>; code: string | null }) {
  return (
    <section aria-label="Response" className="rounded-lg border border-border bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-border px-3.5 py-2">
        <h3 className="font-semibold">{problem.title ?? "Refused"}</h3>
        {code ? (
          <Link href={`/docs/errors#${code}`} className="font-mono text-xs text-link hover:underline">
            {code}
          </Link>
        ) : null}
      </div>
      <p dir="auto" className="px-3.5 py-2.5 [overflow-wrap:anywhere]">
        {problem.detail}
      </p>
      {problem.errors.length > 0 ? (
        <ul aria-label="Offending fields" className="divide-y divide-border border-t border-border">
          {problem.errors.map((error) => (
            <li key={JSON.stringify(error)} className="px-3.5 py-2">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <code dir="ltr" className="font-mono text-xs font-semibold [overflow-wrap:anywhere]">
                  {error.parameter === undefined ? error.pointer || "the whole body" : `?${error.parameter}`}
                </code>
                <code className="font-mono text-xs text-muted-foreground">{error.code}</code>
              </p>
              <p dir="auto" className="mt-0.5 text-muted-foreground [overflow-wrap:anywhere]">
                {error.detail}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Body({ request }: { request: Detail }) {
  const { request_body: body, request_body_cut: isCut, status, method } = request;
  if (body !== null) {
    return (
      <section aria-label="Request body">
        <RequestBody body={body} faults={request.problem?.errors.map(({ pointer }) => pointer ?? "") ?? []} />
        <Small>
          Passwords, keys and other secrets are replaced with ***.
          {isCut ? " The body was longer. The rest isn't stored." : ""}
        </Small>
      </section>
    );
  }
  if (method === "GET") return null;
  return (
    <Small>
      {status < 400
        ? "Bodies of successful requests aren't stored."
        : "No body is stored. Either none was sent, the request was rejected before reading it, or its type isn't stored (XML, multipart)."}
    </Small>
  );
}

function Facts({ request, organization }: { request: Detail; organization: string }) {
  const { credential } = request;
  const zone = zoneName(new Date(request.created_at), useZone());
  const page = credential.kind === "api_key" ? `api-keys/${credential.id}` : `oauth-apps#${credential.id}`;
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-2">
      <Fact name={`Time (${zone})`}>
        <RequestTime value={request.created_at} />
      </Fact>
      <Fact name="Request id">
        <span className="flex items-start gap-1">
          <code className="break-all font-mono text-xs leading-5">{request.id}</code>
          <CopyButton iconOnly value={request.id} label="Copy request ID" className="-my-1 shrink-0" />
        </span>
      </Fact>
      <Fact name="Credential">
        <Link href={`/${organization}/settings/${page}`} className="text-link hover:underline">
          <bdi>{credential.name ?? credential.id}</bdi>
        </Link>
        <code className="block break-all font-mono text-xs text-muted-foreground">{credential.id}</code>
      </Fact>
      <Fact name="IP address">
        <code className="break-all font-mono text-xs">{request.ip ?? "unknown"}</code>
      </Fact>
      <Fact name="User agent">
        <span dir="auto" className="block [overflow-wrap:anywhere]">
          {request.user_agent ?? "none"}
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Repeat({ request, origin }: { request: Detail; origin: string }) {
  const curl = toCurl(request, origin);
  const isMasked = curl.includes("***");
  const lacksBody = request.request_body === null && request.method !== "GET" && request.status < 400;
  return (
    <section aria-label="Send it again">
      <CodeBlock label="curl" code={curl} wrap />
      <Small>
        Set the variable <code className="font-mono">{KEY_VARIABLE}</code> to your key first. Sightline doesn't store
        it.
        {isMasked ? " Replace *** with the original values." : ""}
        {lacksBody ? " Add the body with --data-raw." : ""}
        {request.request_body_cut ? " The body is truncated." : ""}
      </Small>
    </section>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <p className="mt-1.5 text-xs text-muted-foreground">{children}</p>;
}
