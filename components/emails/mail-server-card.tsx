"use client";
import { MailWarning, Send } from "lucide-react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";

export type MailServer = { host: string; from: string };

const SETTING = 'SMTP_URL="smtp://user:password@mail.example.com:587"';

/** Shows whether emails are sent. If not, explains how to configure a mail server. */
export function MailServerCard({ server }: { server: MailServer | null }) {
  if (server) {
    return (
      <Card>
        <CardHeader
          title={
            <span className="flex items-center gap-2">
              <Send aria-hidden className="size-4 text-success" />
              Emails are sent
            </span>
          }
          description={
            <>
              Through <code className="font-mono text-xs text-foreground">{server.host}</code>, from{" "}
              <span className="text-foreground [overflow-wrap:anywhere]">{server.from}</span>. Only the recipient can
              read an email's content.
            </>
          }
        />
      </Card>
    );
  }
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            <MailWarning aria-hidden className="size-4 text-warning" />
            No mail server is configured
          </span>
        }
        description="Emails are queued here and not sent. You can open one and pass on its link yourself. To send them, configure a mail server and restart Sightline. Queued emails are then sent."
      />
      <CardBody>
        <CodeBlock label="Environment" code={SETTING} className="max-w-xl" />
      </CardBody>
    </Card>
  );
}
