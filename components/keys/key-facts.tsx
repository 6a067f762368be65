import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact } from "@/components/ui/fact";
import { formatCount, formatQuantity } from "@/components/ui/format-number";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ApiKey } from "@/lib/keys/schema";
import { keyHref, maskedKey } from "./key-labels";

type KeyFactsProps = { organization: string; subject: ApiKey; className?: string };

/** Shows the details of a key, without its requests. */
export function KeyFacts({ organization, subject, className }: KeyFactsProps) {
  const { expires_at, last_used_at, disabled_at, revoked_at, replaced_by } = subject;
  return (
    <Card className={className}>
      <CardHeader title="Details" />
      <CardBody>
        <dl className="grid gap-3">
          <Fact label="Key">
            <code className="font-mono text-xs">{maskedKey(subject)}</code>
          </Fact>
          <Fact label="ID">
            <span className="flex items-center justify-between gap-2">
              <code className="min-w-0 break-all font-mono text-xs">{subject.id}</code>
              <CopyButton iconOnly value={subject.id} label="Copy id" className="-my-1" />
            </span>
          </Fact>
          <Fact label="Scopes">
            <span className="flex flex-wrap gap-1 pt-0.5">
              {subject.scopes.map((scope) => (
                <code key={scope} className="rounded-sm bg-muted px-1.5 py-0.5 font-mono text-xs text-muted-foreground">
                  {scope}
                </code>
              ))}
            </span>
          </Fact>
          {revoked_at ? (
            <Fact label="Revoked">
              <RelativeTime value={revoked_at} mode="absolute" />
            </Fact>
          ) : (
            <Fact label={replaced_by ? "Works until" : "Expires"}>
              {expires_at ? <Moment value={expires_at} /> : "Never"}
            </Fact>
          )}
          {disabled_at && !revoked_at ? (
            <Fact label="Disabled">
              <Moment value={disabled_at} />
            </Fact>
          ) : null}
          {replaced_by ? (
            <Fact label="Replaced by">
              <Link
                href={keyHref(organization, replaced_by)}
                className="break-all font-mono text-link text-xs underline-offset-4 hover:underline"
              >
                {replaced_by}
              </Link>
            </Fact>
          ) : null}
          <Fact label="Last used">
            {last_used_at ? (
              <>
                <Moment value={last_used_at} />
                <span className="block break-all font-mono text-xs text-muted-foreground">{subject.last_used_ip}</span>
                <span className="block break-words text-xs text-muted-foreground">{subject.last_used_agent}</span>
              </>
            ) : (
              "Never"
            )}
          </Fact>
          <Fact label="Last 7 days">
            {formatCount(subject.requests_7d)} {subject.requests_7d === 1 ? "request" : "requests"}
            {subject.addresses_7d > 0 ? ` from ${formatQuantity(subject.addresses_7d, "address", "addresses")}` : null}
          </Fact>
          <Fact label="Created">
            <RelativeTime value={subject.created_at} mode="absolute" />
            <span dir="auto" className="block text-xs text-muted-foreground">
              by {subject.created_by}
            </span>
          </Fact>
        </dl>
      </CardBody>
    </Card>
  );
}

function Moment({ value }: { value: string }) {
  return (
    <>
      <RelativeTime value={value} mode="absolute" />
      <span className="block text-xs text-muted-foreground">
        <RelativeTime value={value} />
      </span>
    </>
  );
}
