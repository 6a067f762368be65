import { AnchorHeading } from "@/components/docs/anchor-heading";
import { Code, Inline } from "@/components/docs/inline";
import { operationHref, operationsByTag } from "@/components/docs/navigation";
import type { DocsReader } from "@/components/docs/reader";
import { CodeBlock } from "@/components/ui/code-block";
import { Link } from "@/components/ui/link";
import { MethodBadge } from "@/components/ui/method-badge";
import { API_VERSION, requiredScope, tagDescriptions } from "@/lib/api/document";

/** The overview of the API reference. Each operation has an anchor and links to its page. */
export function ReferencePage({ reader }: { reader: DocsReader }) {
  return (
    <div className="max-w-4xl">
      <h1 className="text-2xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-2 max-w-[68ch] text-base leading-7 text-muted-foreground">
        <Inline
          text={`Version ${API_VERSION}. Each page is generated from the validators that the server runs, and has a form to try the operation. Also available as [OpenAPI 3.1](/api/v1/openapi.json) and as [Postman and .http files](/docs/clients).`}
        />
      </p>
      <CodeBlock className="mt-6" label="Base URL" code={`${reader.baseUrl}/api/v1`} />
      {operationsByTag().map(({ tag, operations }) => (
        <section key={tag} className="mt-10">
          <AnchorHeading id={tag.toLowerCase().replaceAll(" ", "-")}>{tag}</AnchorHeading>
          <p className="mt-1 text-md leading-7 text-muted-foreground">{tagDescriptions[tag]}</p>
          <ul className="mt-3 divide-y divide-border rounded-lg border border-border bg-surface">
            {operations.map((operation) => (
              <li key={operation.id} id={operation.id} className="scroll-mt-20">
                <Link
                  href={operationHref(operation)}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5 hover:bg-muted/60 focus-visible:-outline-offset-2"
                >
                  <MethodBadge method={operation.method} className="w-13" />
                  <span className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">{operation.path}</span>
                  <span className="basis-full text-sm text-muted-foreground sm:basis-auto">{operation.summary}</span>
                  <Scope scope={requiredScope(operation)} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Scope({ scope }: { scope: string | null }) {
  return <span className="hidden w-36 text-right text-xs md:block">{scope ? <Code>{scope}</Code> : null}</span>;
}
