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

const MailDialog = dynamic(() => import("./email-dialog").then((module) => module.EmailDialog), {
  ssr: false,
});

/** While a mail is on its way, its state is asked for this often. */
const FOLLOW_MS = 2_000;

const KEPT = "Mails are kept for 30 days after they were sent or expired.";

export function EmailBrowser({ organization, server }: { organization: string; server: MailServer | null }) {
  const client = useQueryClient();
  const list = useListState(emailSearch, `/${organization}/settings/email`);
  const { state } = list.search;
  const [opened, setOpened] = useState<EmailRow | null>(null);
  const query = useInfiniteQuery({
    ...emailListOptions(organization, state),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const isFollowed = data?.pages.some((page) => page.data.some((mail) => mail.state === "waiting"));
      return server && isFollowed ? FOLLOW_MS : false;
    },
  });
  const mails = rowsOf(query.data);
  const testing = useMutation({
    mutationFn: () => callApi<typeof sendTestEmail>("POST /emails/test", { organization }),
    onSuccess: ({ recipient }) => {
      toast.success(server ? `A test mail goes to ${recipient}` : "The test mail waits in the list");
      void client.invalidateQueries({ queryKey: emailsKey });
    },
    onError: (error) => toastProblem("The test mail was not made", error),
  });

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
      <MailServerCard server={server} />
      <div className="mt-4">
        {isListEmpty(query, mails.length) && !list.isFiltered ? null : (
          <FilterBar list={list} noun="mails" className="mb-4">
            <Segmented
              label="Which mails"
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
          noun={["mail", "mails"]}
          count={mails.length}
          isFiltered={list.isFiltered}
          onClear={list.clearFilters}
          empty={
            <ListEmpty
              scene="log"
              title="No mails yet"
              description={`Invite somebody or send yourself a test mail, and it is listed here. ${KEPT}`}
            />
          }
          noMatch={{
            ...(state && { title: `No mail is ${emailStateLabels[state].label.toLowerCase()}` }),
            description: KEPT,
          }}
          more={{ query, label: "Load older mails" }}
        >
          <EmailTable mails={mails} onOpen={server ? null : setOpened} />
        </ListBody>
      </div>
      {opened ? <MailDialog organization={organization} mail={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
