"use client";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { toastProblem } from "@/components/forms/toast-problem";
import { FilterBar } from "@/components/list/filter-bar";
import { isListEmpty, ListBody, ListEmpty } from "@/components/list/list-body";
import { rowsOf } from "@/components/list/paged-query";
import { useListState } from "@/components/list/use-list-state";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast";
import type { sendTestEmail } from "@/lib/emails/operations";
import type { EmailRow } from "@/lib/emails/schema";
import { callApi } from "@/lib/http/call";
import { emailStates } from "@/lib/values";
import { emailSearch, emailStateLabels } from "./email-labels";
import { EmailTable } from "./email-table";
import { type MailServer, MailServerCard } from "./mail-server-card";
import { emailListOptions, emailsKey } from "./queries";

const EmailDialog = dynamic(() => import("./email-dialog").then((module) => module.EmailDialog), {
  ssr: false,
});

/** The polling interval while an email is being sent. */
const FOLLOW_MS = 2_000;

const KEPT = "Emails are kept for 30 days after they are sent or expire.";

export function EmailBrowser({ organization, server }: { organization: string; server: MailServer | null }) {
  const client = useQueryClient();
  const list = useListState(emailSearch, `/${organization}/settings/email`);
  const { state } = list.search;
  const [opened, setOpened] = useState<EmailRow | null>(null);
  const query = useInfiniteQuery({
    ...emailListOptions(organization, state),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const isFollowed = data?.pages.some((page) => page.data.some((email) => email.state === "waiting"));
      return server && isFollowed ? FOLLOW_MS : false;
    },
  });
  const emails = rowsOf(query.data);
  const testing = useMutation({
    mutationFn: () => callApi<typeof sendTestEmail>("POST /emails/test", { organization }),
    onSuccess: ({ recipient }) => {
      toast.success(server ? `A test email will be sent to ${recipient}` : "The test email is queued");
      void client.invalidateQueries({ queryKey: emailsKey });
    },
    onError: (error) => toastProblem("The test email wasn't created", error),
  });

  return (
    <>
      <PageHeader
        title="Email"
        description="Invitations, password links and warnings sent to members of this organization."
        actions={
          <Button onClick={() => testing.mutate()} loading={testing.isPending}>
            <Send aria-hidden />
            Send me a test email
          </Button>
        }
      />
      <MailServerCard server={server} />
      <div className="mt-4">
        {isListEmpty(query, emails.length) && !list.isFiltered ? null : (
          <FilterBar list={list} noun="emails" className="mb-4">
            <Segmented
              label="Show emails"
              value={state ?? "all"}
              onValueChange={(next) => list.patch({ state: next === "all" ? undefined : next })}
              options={[
                { value: "all", label: "All" },
                ...emailStates.map((value) => ({ value, label: emailStateLabels[value].label })),
              ]}
            />
          </FilterBar>
        )}
        <ListBody
          query={query}
          noun={["email", "emails"]}
          count={emails.length}
          isFiltered={list.isFiltered}
          onClear={list.clearFilters}
          empty={
            <ListEmpty
              scene="log"
              title="No emails yet"
              description={`Invite someone or send yourself a test email to see it here. ${KEPT}`}
            />
          }
          noMatch={{
            ...(state && { title: `No email is ${emailStateLabels[state].label.toLowerCase()}` }),
            description: KEPT,
          }}
          more={{ query, label: "Load older emails" }}
        >
          <EmailTable emails={emails} onOpen={server ? null : setOpened} />
        </ListBody>
      </div>
      {opened ? <EmailDialog organization={organization} email={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
