"use client";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { toastProblem } from "@/components/forms/toast-problem";
import { LoadMore } from "@/components/list/load-more";
import { useListState } from "@/components/list/use-list-state";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { StaleNotice } from "@/components/shell/stale-notice";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import type { sendTestEmail } from "@/lib/emails/operations";
import type { EmailRow } from "@/lib/emails/schema";
import { callApi } from "@/lib/http/call";
import { emailStates } from "@/lib/values";
import { emailSearch, emailStateLabels } from "./email-labels";
import { EmailTable } from "./email-table";
import { type MailServer, MailServerCard } from "./mail-server-card";
import { emailListOptions, emailsKey } from "./queries";

const MailDialog = dynamic(() => import("./email-dialog").then((module) => module.EmailDialog), {
  ssr: false,
});

/** While a mail is on its way, its state is asked for this often. */
const FOLLOW_MS = 2_000;

export function EmailBrowser({ organization, server }: { organization: string; server: MailServer | null }) {
  const client = useQueryClient();
  const { search, patch } = useListState(emailSearch, `/${organization}/settings/email`);
  const { state } = search;
  const [opened, setOpened] = useState<EmailRow | null>(null);
  const list = useInfiniteQuery({
    ...emailListOptions(organization, state),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const isFollowed = data?.pages.some((page) => page.data.some((mail) => mail.state === "waiting"));
      return server && isFollowed ? FOLLOW_MS : false;
    },
  });
  const mails = list.data?.pages.flatMap((page) => page.data) ?? [];
  const testing = useMutation({
    mutationFn: () => callApi<typeof sendTestEmail>("POST /emails/test", { organization }),
    onSuccess: ({ recipient }) => {
      toast.success(server ? `A test mail goes to ${recipient}` : "The test mail waits in the list");
      void client.invalidateQueries({ queryKey: emailsKey });
    },
    onError: (error) => toastProblem("The test mail was not made", error),
  });
  const isEmpty = list.data !== undefined && mails.length === 0 && !list.isPlaceholderData;

  return (
    <>
      <PageHeader
        title="Email"
        description="Invitations, links for new passwords, and warnings to people of this organization."
        actions={
          <Button onClick={() => testing.mutate()} loading={testing.isPending}>
            <Send aria-hidden />
            Send me a test mail
          </Button>
        }
      />
      <StaleNotice query={list} />
      <div className="flex flex-col gap-4">
        <MailServerCard server={server} />
        {isEmpty && !state ? null : (
          <div className="-mx-1 max-w-full overflow-x-auto px-1">
            <Segmented
              label="Which mails"
              value={state ?? "all"}
              onValueChange={(next) => patch({ state: next === "all" ? undefined : next })}
              options={[
                { value: "all", label: "All" },
                ...emailStates.map((value) => ({ value, label: emailStateLabels[value].label })),
              ]}
            />
          </div>
        )}
        {list.isPending ? (
          <section aria-busy="true" aria-label="Loading the mails" className="flex flex-col gap-2">
            <Skeleton className="h-12 rounded-lg" />
            <Skeleton className="h-12 rounded-lg" />
          </section>
        ) : null}
        <QueryError title="The mails did not load" query={list} />
        {isEmpty ? (
          <Card>
            <EmptyState
              scene="log"
              title={!state ? "No mails yet" : `No mail is ${emailStateLabels[state].label.toLowerCase()}`}
              description="Invite somebody or send yourself a test mail, and it stands here. Mails are kept for 30 days after they were sent or expired."
            />
          </Card>
        ) : null}
        {mails.length > 0 ? (
          <div
            className={cn("transition-opacity", list.isPlaceholderData && "opacity-60")}
            aria-busy={list.isPlaceholderData}
          >
            <EmailTable mails={mails} onOpen={server ? null : setOpened} />
          </div>
        ) : null}
        <LoadMore query={list} count={mails.length} noun={["mail", "mails"]} label="Load older mails" />
      </div>
      {opened ? <MailDialog organization={organization} mail={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
