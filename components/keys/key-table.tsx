"use client";
import {
  ActionCell,
  CreatedCell,
  CredentialCell,
  CredentialTable,
  CredentialTableRow,
  LastUsedCell,
  NameCell,
  SmallText,
} from "@/components/credentials/credential-table";
import { describeAccess } from "@/components/credentials/scopes";
import { Badge } from "@/components/ui/badge";
import { ChartSparkline } from "@/components/ui/chart-sparkline";
import { formatCount, formatQuantity } from "@/components/ui/format-number";
import { Link } from "@/components/ui/link";
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

const columns = ["Name", "Status", "Access", "Last used", "30 days", "Expires", "Created"];

export function KeyTable({ organization, keys, apiAccess, onAction }: KeyTableProps) {
  return (
    <CredentialTable label="API keys" columns={columns}>
      {keys.map((key) => (
        <KeyRow
          key={key.id}
          subject={key}
          href={keyHref(organization, key.id)}
          apiAccess={apiAccess}
          onAction={(action) => onAction(action, key)}
        />
      ))}
    </CredentialTable>
  );
}

type KeyRowProps = { subject: ApiKey; href: string; apiAccess: boolean; onAction: (action: KeyAction) => void };

function KeyRow({ subject, href, apiAccess, onAction }: KeyRowProps) {
  const health = keyHealth(subject, apiAccess);
  const requests = totalRequests(subject);
  return (
    <CredentialTableRow interactive>
      <NameCell className="@min-[58rem]:max-w-40 @min-[66rem]:max-w-52">
        <Link
          href={href}
          dir="auto"
          title={subject.name}
          className="block truncate font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {subject.name}
        </Link>
        <code className="block font-mono text-xs text-muted-foreground">{maskedKey(subject)}</code>
      </NameCell>
      <CredentialCell label="Status">
        <Badge tone={health.tone} dot>
          {health.label}
        </Badge>
        {health.detail ? <SmallText>{health.detail}</SmallText> : null}
      </CredentialCell>
      <CredentialCell label="Access" className="@min-[58rem]:max-w-36 @min-[66rem]:max-w-44">
        {describeAccess(subject.scopes).map((words, index) => (
          <span key={words}>
            {index > 0 ? ", " : null}
            <span className="@min-[66rem]:whitespace-nowrap">{words}</span>
          </span>
        ))}
      </CredentialCell>
      <LastUsedCell value={subject.last_used_at} time={<KeyLastUsed subject={subject} />}>
        {subject.last_used_ip ? (
          <span className="block break-all font-mono text-xs text-muted-foreground @min-[58rem]:hidden">
            {subject.last_used_ip}
          </span>
        ) : null}
        {subject.requests_7d > 0 ? <SmallText>{formatCount(subject.requests_7d)} in 7 days</SmallText> : null}
      </LastUsedCell>
      <CredentialCell label="30 days">
        <ChartSparkline
          values={subject.usage.map(countDayRequests)}
          label={`${formatQuantity(requests, "request")} in 30 days`}
          className="w-24 @min-[58rem]:w-16 @min-[66rem]:w-22"
        />
      </CredentialCell>
      <CredentialCell label="Expires">
        {subject.expires_at ? (
          <>
            <RelativeTime value={subject.expires_at} className="whitespace-nowrap" />
            <SmallText>
              <RelativeTime value={subject.expires_at} mode="date" />
            </SmallText>
          </>
        ) : (
          "Never"
        )}
      </CredentialCell>
      <CreatedCell
        label="Created"
        by={subject.created_by}
        at={subject.created_at}
        className="@min-[58rem]:max-w-22 @min-[66rem]:max-w-28"
      />
      <ActionCell>
        <KeyMenu subject={subject} onAction={onAction} />
      </ActionCell>
    </CredentialTableRow>
  );
}
