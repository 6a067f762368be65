"use client";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { EmailRow } from "@/lib/emails/schema";
import { emailKindLabels, emailStateLabels } from "./email-labels";

type MailTableProps = {
  mails: readonly EmailRow[];
  /** Null where a mail server sends them, and nobody else reads them. */
  onOpen: ((mail: EmailRow) => void) | null;
};

export function EmailTable({ mails, onOpen }: MailTableProps) {
  return (
    <ul aria-label="Mails, newest first" className="divide-y divide-border rounded-lg border border-border bg-surface">
      {mails.map((mail) => (
        <li key={mail.id} className="flex items-start gap-x-4 px-4 py-2.5 sm:items-center">
          <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_6rem_9.5rem] sm:items-center">
            <span className="font-medium">{emailKindLabels[mail.kind]}</span>
            <span className="min-w-0">
              <span className="block text-muted-foreground [overflow-wrap:anywhere]">{mail.recipient}</span>
              {mail.error ? (
                <span className="mt-0.5 block text-xs text-danger [overflow-wrap:anywhere]">
                  {mail.error}
                  {mail.state === "waiting" ? " It is tried again." : ""}
                </span>
              ) : null}
            </span>
            <span className="flex items-center gap-3 sm:contents">
              <span>
                <Badge tone={emailStateLabels[mail.state].tone} dot>
                  {emailStateLabels[mail.state].label}
                </Badge>
              </span>
              <RelativeTime
                value={mail.created_at}
                className="whitespace-nowrap text-xs text-muted-foreground sm:text-right"
              />
            </span>
          </div>
          {onOpen && mail.state !== "sent" ? (
            <Button
              size="sm"
              onClick={() => onOpen(mail)}
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
              aria-label={`Open: ${emailKindLabels[mail.kind]} to ${mail.recipient}`}
            >
              Open
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
