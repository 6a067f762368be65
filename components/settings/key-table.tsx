"use client";
import type { ReactNode } from "react";
import { keyHealth, requestsOf, totalRequests } from "@/components/settings/key-health";
import { KeyLastUsed } from "@/components/settings/key-last-used";
import { type KeyAction, KeyMenu } from "@/components/settings/key-menu";
import { accessWords } from "@/components/settings/key-scopes";
import { count, formatCount, keyHref, maskedKey } from "@/components/settings/key-words";
import { Badge } from "@/components/ui/badge";
import { ChartSparkline } from "@/components/ui/chart-sparkline";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { ApiKey } from "@/lib/keys/schema";

type KeyTableProps = {
  organization: string;
  keys: readonly ApiKey[];
  apiAccess: boolean;
  onAction: (action: KeyAction, key: ApiKey) => void;
};

/** A table where there is room for one; below that each key is a card of the same cells. */
export function KeyTable({ organization, keys, apiAccess, onAction }: KeyTableProps) {
  return (
    <div className="@container rounded-lg border border-border bg-surface">
      <Table label="API keys" className="@max-[58rem]:block">
        <TableHeader className="@max-[58rem]:sr-only">
          <tr>
            <TableHead>Name</TableHead>
            <TableHead>Status</TableHead>
            <TableHead>Access</TableHead>
            <TableHead>Last used</TableHead>
            <TableHead>30 days</TableHead>
            <TableHead>Expires</TableHead>
            <TableHead>Created</TableHead>
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          </tr>
        </TableHeader>
        <TableBody className="@max-[58rem]:block">
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              subject={key}
              href={keyHref(organization, key.id)}
              apiAccess={apiAccess}
              onAction={(action) => onAction(action, key)}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

type KeyRowProps = { subject: ApiKey; href: string; apiAccess: boolean; onAction: (action: KeyAction) => void };

function KeyRow({ subject, href, apiAccess, onAction }: KeyRowProps) {
  const health = keyHealth(subject, apiAccess);
  const requests = totalRequests(subject);
  return (
    <TableRow
      interactive
      className="@max-[58rem]:relative @max-[58rem]:grid @max-[58rem]:grid-cols-2 @max-[58rem]:gap-x-4 @max-[58rem]:gap-y-3 @max-[58rem]:px-4 @max-[58rem]:py-3.5 @max-[58rem]:@xl:grid-cols-3"
    >
      <th
        scope="row"
        className="py-2 pr-3 pl-4 text-left font-normal @max-[58rem]:col-span-full @max-[58rem]:py-0 @max-[58rem]:pr-10 @max-[58rem]:pl-0 @min-[58rem]:max-w-40 @min-[66rem]:max-w-52"
      >
        <Link
          href={href}
          dir="auto"
          title={subject.name}
          className="block truncate rounded-sm font-medium underline-offset-4 hover:underline"
        >
          {subject.name}
        </Link>
        <code className="block font-mono text-xs text-muted-foreground">{maskedKey(subject)}</code>
      </th>
      <Cell label="Status">
        <Badge tone={health.tone} dot>
          {health.label}
        </Badge>
        {health.detail ? <Small>{health.detail}</Small> : null}
      </Cell>
      <Cell label="Access" className="@min-[58rem]:max-w-36 @min-[66rem]:max-w-44">
        <span title={subject.scopes.join(", ")}>
          {accessWords(subject.scopes).map((words, index) => (
            <span key={words}>
              {index > 0 ? ", " : null}
              <span className="@min-[66rem]:whitespace-nowrap">{words}</span>
            </span>
          ))}
        </span>
      </Cell>
      <Cell label="Last used">
        <KeyLastUsed subject={subject} />
        {subject.last_used_ip ? (
          <span className="block break-all font-mono text-xs text-muted-foreground @min-[58rem]:hidden">
            {subject.last_used_ip}
          </span>
        ) : null}
        {subject.requests_7d > 0 ? <Small>{formatCount(subject.requests_7d)} in 7 days</Small> : null}
      </Cell>
      <Cell label="30 days">
        <ChartSparkline
          values={subject.usage.map(requestsOf)}
          label={`${count(requests, "request")} in 30 days`}
          className="w-24 @min-[58rem]:w-16 @min-[66rem]:w-22"
        />
      </Cell>
      <Cell label="Expires">
        {subject.expires_at ? (
          <>
            <RelativeTime value={subject.expires_at} className="whitespace-nowrap" />
            <Small>
              <RelativeTime value={subject.expires_at} mode="date" />
            </Small>
          </>
        ) : (
          "Never"
        )}
      </Cell>
      <Cell label="Created">
        <span dir="auto" className="block truncate @min-[58rem]:max-w-22 @min-[66rem]:max-w-28">
          {subject.created_by}
        </span>
        <Small>
          <RelativeTime value={subject.created_at} mode="date" />
        </Small>
      </Cell>
      <TableCell className="text-right @max-[58rem]:absolute @max-[58rem]:top-2 @max-[58rem]:right-2 @max-[58rem]:p-0">
        <KeyMenu subject={subject} onAction={onAction} />
      </TableCell>
    </TableRow>
  );
}

function Cell({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <TableCell className={cn("py-2 @max-[58rem]:h-auto @max-[58rem]:p-0 @max-[58rem]:first:pl-0", className)}>
      <span aria-hidden className="mb-0.5 block text-xs text-muted-foreground @min-[58rem]:hidden">
        {label}
      </span>
      {children}
    </TableCell>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-muted-foreground @min-[58rem]:whitespace-nowrap">{children}</span>;
}
