"use client";
import { type ListColumn, ListTable } from "@/components/list/list-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { EmailRow } from "@/lib/emails/schema";
import { emailKindLabels, emailStateLabels } from "./email-labels";

type EmailTableProps = {
  emails: readonly EmailRow[];
  /** Opens an email. Null if a mail server is configured, because only recipients can read their emails then. */
  onOpen: ((email: EmailRow) => void) | null;
};

const columns: readonly ListColumn<EmailRow>[] = [
  {
    label: "Mail",
    width: "w-40",
    cell: ({ kind }) => <span className="font-medium">{emailKindLabels[kind]}</span>,
  },
  { label: "To", className: "@max-[38rem]:basis-full", cell: (email) => <Recipient email={email} /> },
  {
    label: "State",
    width: "w-26",
    cell: ({ state }) => (
      <Badge tone={emailStateLabels[state].tone} dot>
        {emailStateLabels[state].label}
      </Badge>
    ),
  },
  {
    label: "Created",
    corner: "bottom",
    width: "w-26",
    className: "text-muted-foreground tabular-nums whitespace-nowrap",
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
];

export function EmailTable({ emails, onOpen }: EmailTableProps) {
  const openButton = (email: EmailRow) =>
    onOpen && email.state !== "sent" ? (
      <Button
        size="sm"
        onClick={() => onOpen(email)}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        aria-label={`Open: ${emailKindLabels[email.kind]} to ${email.recipient}`}
      >
        Open
      </Button>
    ) : null;
  return (
    <ListTable
      label="Emails, newest first"
      rows={emails}
      columns={columns}
      actions={onOpen ? openButton : undefined}
      hasWideActions
    />
  );
}

/** Shows the recipient, and why the last attempt failed. */
function Recipient({ email: { recipient, error, state } }: { email: EmailRow }) {
  return (
    <>
      <span className="block text-muted-foreground [overflow-wrap:anywhere]">{recipient}</span>
      {error ? (
        <span className="block text-xs text-danger [overflow-wrap:anywhere]">
          {error}
          {state === "waiting" ? " It will be retried." : ""}
        </span>
      ) : null}
    </>
  );
}
