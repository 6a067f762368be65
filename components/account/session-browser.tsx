"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SessionRows } from "@/components/account/session-rows";
import { MutationProblem, problemWords, requestIdOf } from "@/components/settings/mutation-problem";
import { ErrorState } from "@/components/shell/error-state";
import { PageHeader } from "@/components/shell/page-header";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { preloadDialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import type { endOtherSessions, endSession } from "@/lib/account/operations";
import { sessionListQuery } from "@/lib/account/queries";
import type { Session } from "@/lib/account/schema";
import { ApiError, call } from "@/lib/http/call";

export function SessionBrowser() {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const list = useQuery(sessionListQuery);
  const sessions = list.data?.data ?? [];
  const others = sessions.filter(({ current }) => !current).length;
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionListQuery.queryKey });

  const ending = useMutation({
    mutationFn: ({ id }: Session) => call<typeof endSession>("DELETE /account/sessions/{id}", { params: { id } }),
    onSuccess: (_answer, { device }) => toast.success("The session is ended", { description: device }),
    onError: (error) => {
      // Somebody else was faster: what was wanted is so.
      if (error instanceof ApiError && error.code === "not_found") return;
      toast.error("The session goes on", { description: problemWords(error) });
    },
    onSettled: refresh,
  });
  const endingOthers = useMutation({
    mutationFn: () => call<typeof endOtherSessions>("POST /account/sessions/end-others", {}),
    onSuccess: ({ ended }) => {
      setAsking(false);
      toast.success(ended === 1 ? "One session is ended" : `${ended} sessions are ended`);
    },
    onSettled: refresh,
  });

  function closeQuestion() {
    endingOthers.reset();
    setAsking(false);
  }

  return (
    <>
      <PageHeader
        title="Sessions"
        description="Where you are signed in. End what you do not know, then change your password."
        actions={
          others > 0 ? (
            <Button onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setAsking(true)}>
              End all others
            </Button>
          ) : undefined
        }
      />
      {list.data ? (
        <Card>
          <SessionRows
            sessions={sessions}
            endingId={ending.isPending ? ending.variables.id : null}
            onEnd={(session) => ending.mutate(session)}
          />
        </Card>
      ) : null}
      {list.isError && !list.data ? (
        <ErrorState
          title="Your sessions did not load"
          detail={problemWords(list.error)}
          requestId={requestIdOf(list.error) ?? undefined}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : null}
      {list.isPending ? <Skeleton aria-busy="true" className="h-40 rounded-lg" /> : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={closeQuestion}
        title="End all other sessions?"
        description="Every other browser is signed out at its next request. You stay signed in here."
        confirmLabel="End all others"
        destructive
        onConfirm={() =>
          endingOthers.mutateAsync().then(
            () => undefined,
            () => undefined,
          )
        }
      >
        {endingOthers.error ? <MutationProblem error={endingOthers.error} /> : null}
      </AlertDialog>
    </>
  );
}
