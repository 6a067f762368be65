import { AnchorHeading } from "@/components/docs/anchor-heading";
import { FieldList } from "@/components/docs/field-list";
import { Neighbors } from "@/components/docs/guide";
import { Code, Inline } from "@/components/docs/inline";
import { operationHref } from "@/components/docs/navigation";
import { OperationPanel } from "@/components/docs/operation-panel";
import { type OperationView, type ParameterView, toOperationView, toTrialView } from "@/components/docs/operation-view";
import type { DocsReader } from "@/components/docs/reader";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { MethodBadge } from "@/components/ui/method-badge";
import { referenceOrder } from "@/lib/api/catalog";
import type { Operation } from "@/lib/http/operation";

/** The reference page of one operation: description on the left, examples and a form on the right. */
export function OperationPage({ operation, reader }: { operation: Operation; reader: DocsReader }) {
  const view = toOperationView(operation);
  const index = referenceOrder.indexOf(operation);
  return (
    <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] xl:grid-rows-[auto_1fr]">
      <Introduction view={view} baseUrl={reader.baseUrl} />
      <div className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <OperationPanel view={toTrialView(view)} baseUrl={reader.baseUrl} organizations={reader.organizations} />
      </div>
      <div className="min-w-0">
        <Details view={view} />
        <Neighbors previous={neighbor(referenceOrder[index - 1])} next={neighbor(referenceOrder[index + 1])} />
      </div>
    </div>
  );
}

function neighbor(operation: Operation | undefined) {
  return operation && { href: operationHref(operation), title: operation.summary };
}

function Introduction({ view, baseUrl }: { view: OperationView; baseUrl: string }) {
  return (
    <header className="min-w-0">
      <h1 className="text-balance text-2xl font-semibold tracking-tight">{view.summary}</h1>
      <p className="mt-1 text-sm text-muted-foreground">{view.tag}</p>
      <p className="mt-4 flex min-h-10 items-center gap-2.5 rounded-lg border border-border bg-surface py-1 pr-1.5 pl-3">
        <MethodBadge method={view.method} />
        <span className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">{view.path}</span>
        <CopyButton iconOnly label="Copy the address" value={`${baseUrl}/api/v1${view.path}`} />
      </p>
      {view.description ? (
        <p className="mt-4 max-w-[68ch] text-pretty text-md leading-7">
          <Inline text={view.description} />
        </p>
      ) : null}
      <p className="mt-3 text-sm leading-6 text-muted-foreground">
        <AccessLine view={view} />
      </p>
    </header>
  );
}

function AccessLine({ view }: { view: OperationView }) {
  if (view.body?.isForm) return <Inline text="The app sends its own id and secret; see [OAuth](/docs/oauth)." />;
  if (view.isPublic) return "Doesn't need a key.";
  if (!view.scope) return <Inline text="Works with any valid [key](/docs/authentication)." />;
  return (
    <>
      Needs a key with the scope <Code>{view.scope}</Code>.{" "}
      <Link href="/docs/authentication#scopes" className="text-link underline underline-offset-3">
        About scopes
      </Link>
    </>
  );
}

const places: { in: ParameterView["in"]; id: string; title: string }[] = [
  { in: "path", id: "path", title: "Path parameters" },
  { in: "query", id: "query", title: "Query parameters" },
  { in: "header", id: "headers", title: "Headers" },
];

function Details({ view }: { view: OperationView }) {
  return (
    <div className="flex flex-col gap-10">
      {places.map(({ in: place, id, title }) => {
        const parameters = view.parameters.filter((parameter) => parameter.in === place);
        if (parameters.length === 0) return null;
        return (
          <section key={place}>
            <AnchorHeading id={id}>{title}</AnchorHeading>
            <FieldList fields={parameters} anchor={id} side="request" />
          </section>
        );
      })}
      {view.body ? (
        <section>
          <AnchorHeading id="body">Body</AnchorHeading>
          {view.body.isForm ? (
            <p className="mt-1 text-sm text-muted-foreground">
              A form: <Code>application/x-www-form-urlencoded</Code>.
            </p>
          ) : null}
          {view.body.required ? null : <p className="mt-1 text-sm text-muted-foreground">Optional.</p>}
          <FieldList fields={view.body.fields} anchor="body" side="request" />
        </section>
      ) : null}
      <Successes view={view} />
      <Errors view={view} />
    </div>
  );
}

function Successes({ view }: { view: OperationView }) {
  return (
    <section className="flex flex-col gap-5">
      <AnchorHeading id="replies">Replies</AnchorHeading>
      {view.successes.map(({ status, description, headers, fields, fieldsOf }) => (
        <div key={status} id={`reply-${status}`} className="scroll-mt-20">
          <p className="flex items-baseline gap-2 text-sm">
            <Badge tone="success">{status}</Badge>
            <span>
              <Inline text={description} />
            </span>
          </p>
          {fields.length > 0 ? (
            <details className="disclosure mt-2" open={status === view.successes[0]?.status}>
              <summary className="w-fit rounded-sm text-sm text-link hover:underline">
                Fields{fieldsOf ? " of " : null}
                {fieldsOf ? <Inline text={fieldsOf} /> : null}
              </summary>
              <FieldList fields={fields} anchor={`reply-${status}`} side="reply" />
            </details>
          ) : null}
          <details className="disclosure mt-2">
            <summary className="w-fit rounded-sm text-sm text-link hover:underline">Headers</summary>
            <dl className="mt-1 flex flex-col divide-y divide-border text-sm leading-6">
              {headers.map((header) => (
                <div key={header.name} className="py-2">
                  <dt className="font-mono font-semibold">{header.name}</dt>
                  <dd className="text-muted-foreground">
                    <Inline text={header.description} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        </div>
      ))}
    </section>
  );
}

function Errors({ view }: { view: OperationView }) {
  return (
    <section>
      <AnchorHeading id="errors">Errors</AnchorHeading>
      <ul className="mt-2 flex flex-col divide-y divide-border text-sm">
        {view.errors.map(({ status, code, title }) => (
          <li key={code} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 py-2">
            <Badge tone={status >= 500 ? "danger" : "warning"} className="w-9 justify-center tabular-nums">
              {status}
            </Badge>
            <Link
              href={`/docs/errors#${code}`}
              className="font-mono text-link underline decoration-1 underline-offset-3 hover:decoration-2"
            >
              {code}
            </Link>
            <span className="text-muted-foreground">{title}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
