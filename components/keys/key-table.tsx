"use client";
import { GrantedAccess, LastUsed, MadeBy } from "@/components/credentials/credential-cells";
import { type ListColumn, ListDetail, ListRowLink, ListTable } from "@/components/list/list-table";
import { Badge } from "@/components/ui/badge";
import { ChartSparkline } from "@/components/ui/chart-sparkline";
import { formatCount, formatQuantity } from "@/components/ui/format-number";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ApiKey } from "@/lib/keys/schema";
import { countDayRequests, keyHealth, totalRequests } from "./key-health";
import { keyHref, maskedKey } from "./key-labels";
import { KeyLastUsed } from "./key-last-used";
import { type KeyAction, KeyMenu } from "./key-menu";

type KeyTableProps = {
  organization: string;
  keys: readonly ApiKey[];
  apiAccess: boolean;
  onAction: (action: KeyAction, key: ApiKey) => void;
};

export function KeyTable({ organization, keys, apiAccess, onAction }: KeyTableProps) {
  const columns: ListColumn<ApiKey>[] = [
    {
      label: "Name",
      cell: (key) => (
        <>
          <ListRowLink
            href={keyHref(organization, key.id)}
            dir="auto"
            title={key.name}
            className="block truncate font-medium"
          >
            {key.name}
          </ListRowLink>
          <ListDetail className="font-mono">{maskedKey(key)}</ListDetail>
        </>
      ),
    },
    { label: "Status", width: "w-34", cell: (key) => <KeyStatus subject={key} apiAccess={apiAccess} /> },
    { label: "Access", width: "w-40 @min-[66rem]:w-44", cell: ({ scopes }) => <GrantedAccess scopes={scopes} /> },
    { label: "Last used", width: "w-32", cell: (key) => <KeyUse subject={key} /> },
    // This column is hidden in narrow tables, but shown in cards.
    {
      label: "30 days",
      width: "w-28",
      className: "@min-[42rem]:@max-[58rem]:hidden",
      cell: (key) => <KeyRequests subject={key} />,
    },
    {
      label: "Expires",
      width: "w-28",
      className: "@min-[42rem]:@max-[50rem]:hidden",
      cell: ({ expires_at }) => <KeyExpiry value={expires_at} />,
    },
    {
      label: "Created",
      width: "w-36",
      className: "@min-[42rem]:@max-[66rem]:hidden",
      cell: ({ created_by, created_at }) => <MadeBy by={created_by} at={created_at} />,
    },
  ];
  return (
    <ListTable
      label="API keys"
      rows={keys}
      columns={columns}
      actions={(key) => <KeyMenu subject={key} onAction={(action) => onAction(action, key)} />}
      isInteractive
      cards="fields"
      density="roomy"
    />
  );
}

function KeyStatus({ subject, apiAccess }: { subject: ApiKey; apiAccess: boolean }) {
  const { tone, label, detail } = keyHealth(subject, apiAccess);
  return (
    <>
      <Badge tone={tone} dot>
        {label}
      </Badge>
      {detail ? <ListDetail>{detail}</ListDetail> : null}
    </>
  );
}

function KeyUse({ subject }: { subject: ApiKey }) {
  const { last_used_at, last_used_ip, requests_7d } = subject;
  return (
    <>
      <LastUsed value={last_used_at} time={<KeyLastUsed subject={subject} />} />
      {last_used_ip ? <ListDetail className="font-mono @min-[42rem]:hidden">{last_used_ip}</ListDetail> : null}
      {requests_7d > 0 ? <ListDetail>{formatCount(requests_7d)} in 7 days</ListDetail> : null}
    </>
  );
}

function KeyRequests({ subject }: { subject: ApiKey }) {
  return (
    <ChartSparkline
      values={subject.usage.map(countDayRequests)}
      label={`${formatQuantity(totalRequests(subject), "request")} in 30 days`}
      className="w-22"
    />
  );
}

function KeyExpiry({ value }: { value: string | null }) {
  if (value === null) return "Never";
  return (
    <>
      <RelativeTime value={value} className="whitespace-nowrap" />
      <ListDetail>
        <RelativeTime value={value} mode="date" />
      </ListDetail>
    </>
  );
}
