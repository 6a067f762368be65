"use client";
import { MailWarning, Send } from "lucide-react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";

export type MailServer = { host: string; from: string };

const SETTING = 'SMTP_URL="smtp://user:password@mail.example.com:587"';

/** Whether mails leave this installation, and what that means for the reader. */
export function MailServerCard({ server }: { server: MailServer | null }) {
  if (server) {
    return (
      <Card>
        <CardHeader
          title={
            <span className="flex items-center gap-2">
              <Send aria-hidden className="size-4 text-success" />
              Mails are sent
            </span>
          }
          description={
            <>
              Through <code className="font-mono text-xs text-foreground">{server.host}</code>, from{" "}
              <span className="text-foreground [overflow-wrap:anywhere]">{server.from}</span>. What a mail says is for
              its recipient alone.
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
            No mail server is set
          </span>
        }
        description="Nothing leaves this installation. Mails wait here: open one and hand its link to the person yourself. To have them sent, whoever runs Sightline sets a mail server and starts it again; what waits then goes out."
      />
      <CardBody>
        <CodeBlock label="Environment" code={SETTING} className="max-w-xl" />
      </CardBody>
    </Card>
  );
}
