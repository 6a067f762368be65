"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SessionTable } from "@/components/account/session-table";
import { ConfirmWrite } from "@/components/forms/confirm-write";
import { ListBody } from "@/components/list/list-body";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { endOtherSessions, endSession } from "@/lib/account/operations";
import type { Session } from "@/lib/account/schema";
import { callApi, isApiError } from "@/lib/http/call";
import { sessionListOptions } from "./queries";

export function SessionBrowser() {
  const [subject, setSubject] = useState<Session | "others" | null>(null);
  const list = useQuery(sessionListOptions());
  const sessions = list.data?.data ?? [];
  const others = sessions.filter(({ current }) => !current).length;

  return (
    <>
      <PageHeader
        title="Sessions"
        description="Devices where you're signed in. If you don't recognize one, sign it out and change your password."
        actions={
          others > 0 ? (
            <Button onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setSubject("others")}>
              Sign out all others
            </Button>
          ) : undefined
        }
      />
      <ListBody query={list} noun={["session", "sessions"]} count={sessions.length} empty={null}>
        <SessionTable sessions={sessions} onEnd={setSubject} />
      </ListBody>
      <ConfirmWrite
        subject={subject}
        onClose={() => setSubject(null)}
        question={(asked) => (asked === "others" ? endingOthers : endingOne(asked))}
        write={(asked) => (asked === "others" ? endOthers() : endOne(asked))}
        invalidates={[sessionListOptions().queryKey]}
        onDone={(ended) => {
          toast.success(ended === 1 ? "1 session signed out" : `${ended} sessions signed out`);
        }}
      />
    </>
  );
}

const endingOthers = {
  title: "Sign out all other sessions?",
  description: "All other browsers are signed out at their next request. You stay signed in here.",
  confirmLabel: "Sign out all others",
  destructive: true,
};

function endingOne({ device, ip }: Session) {
  return {
    title: "Sign out this session?",
    description: `${device}${ip ? ` at ${ip}` : ""} is signed out at its next request.`,
    confirmLabel: "End session",
    destructive: true,
  };
}

/**
 * Ends all other sessions of the signed-in person.
 * @returns the number of ended sessions
 */
async function endOthers(): Promise<number> {
  return (await callApi<typeof endOtherSessions>("POST /account/sessions/end-others", {})).ended;
}

async function endOne({ id }: Session): Promise<number> {
  try {
    await callApi<typeof endSession>("DELETE /account/sessions/{id}", { params: { id } });
  } catch (error) {
    // If the session doesn't exist, it was already ended, which is the intended result.
    if (!(isApiError(error) && error.code === "not_found")) throw error;
  }
  return 1;
}
