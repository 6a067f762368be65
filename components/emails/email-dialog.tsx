"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/components/shell/query-error";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogBody } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import type { EmailRow, EmailText } from "@/lib/emails/schema";
import { emailKindLabels } from "./email-labels";
import { emailTextOptions } from "./queries";

type EmailDialogProps = { organization: string; email: EmailRow; onClose: () => void };

/** Shows an unsent email as its recipient would see it. */
export function EmailDialog({ organization, email, onClose }: EmailDialogProps) {
  const query = useQuery(emailTextOptions(organization, email.id));
  const { data } = query;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={data?.subject ?? emailKindLabels[email.kind]}
      description={<span className="[overflow-wrap:anywhere]">To {email.recipient}</span>}
      size="lg"
    >
      <DialogBody className="pb-5">
        {data ? <EmailContent email={data} /> : null}
        <QueryError title="The email didn't load" query={query} />
        {query.isPending ? <Skeleton className="h-96" /> : null}
      </DialogBody>
    </Dialog>
  );
}

const tabs = [
  { value: "page", label: "Preview" },
  { value: "text", label: "As text" },
];

function EmailContent({ email }: { email: EmailText }) {
  return (
    <div className="flex flex-col gap-4">
      {email.url ? (
        <Field label="Its link" hint="Anyone with this link can use it. Share it only with the recipient.">
          <Input
            readOnly
            value={email.url}
            className="[&_input]:truncate [&_input]:font-mono [&_input]:text-xs"
            trailing={<CopyButton iconOnly value={email.url} label="Copy the link" />}
          />
        </Field>
      ) : null}
      <Tabs defaultValue="page">
        <TabList label="Views" tabs={tabs} />
        <TabPanel value="page" className="pt-3">
          {/* The frame has no scripts and no origin. Links open in a new tab. */}
          <iframe
            title="Email"
            srcDoc={email.html}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
            className="h-[30rem] max-h-[60dvh] w-full rounded-md border border-border bg-surface"
          />
        </TabPanel>
        <TabPanel value="text" className="pt-3">
          <pre className="max-h-[60dvh] overflow-y-auto whitespace-pre-wrap rounded-md border border-border bg-surface p-4 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
            {email.text}
          </pre>
        </TabPanel>
      </Tabs>
    </div>
  );
}
