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

type MailDialogProps = { organization: string; mail: EmailRow; onClose: () => void };

/** A mail that nobody sends, as its recipient would see it. */
export function EmailDialog({ organization, mail, onClose }: MailDialogProps) {
  const query = useQuery(emailTextOptions(organization, mail.id));
  const { data } = query;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={data?.subject ?? emailKindLabels[mail.kind]}
      description={<span className="[overflow-wrap:anywhere]">To {mail.recipient}</span>}
      size="lg"
    >
      <DialogBody className="pb-5">
        {data ? <MailContent mail={data} /> : null}
        <QueryError title="The mail did not load" query={query} />
        {query.isPending ? <Skeleton className="h-96" /> : null}
      </DialogBody>
    </Dialog>
  );
}

const tabs = [
  { value: "page", label: "As it looks" },
  { value: "text", label: "As text" },
];

function MailContent({ mail }: { mail: EmailText }) {
  return (
    <div className="flex flex-col gap-4">
      {mail.url ? (
        <Field label="Its link" hint="Whoever has it can use it: hand it to nobody but the recipient.">
          <Input
            readOnly
            value={mail.url}
            className="[&_input]:truncate [&_input]:font-mono [&_input]:text-xs"
            trailing={<CopyButton iconOnly value={mail.url} label="Copy the link" />}
          />
        </Field>
      ) : null}
      <Tabs defaultValue="page">
        <TabList label="Ways to read it" tabs={tabs} />
        <TabPanel value="page" className="pt-3">
          {/* No scripts and no origin in there; its links open in a tab of their own. */}
          <iframe
            title="The mail"
            srcDoc={mail.html}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
            className="h-[30rem] max-h-[60dvh] w-full rounded-md border border-border bg-surface"
          />
        </TabPanel>
        <TabPanel value="text" className="pt-3">
          <pre className="max-h-[60dvh] overflow-y-auto whitespace-pre-wrap rounded-md border border-border bg-surface p-4 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
            {mail.text}
          </pre>
        </TabPanel>
      </Tabs>
    </div>
  );
}
