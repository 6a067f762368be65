"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invitationsKey } from "@/lib/invitations/queries";
import { membersKey } from "@/lib/members/queries";

/** A write after which the lists of members and invitations are read anew, also when it was refused. */
export function useMemberWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    // The answer may hold a link: it must not stay in the browser's memory longer than what shows it.
    gcTime: 0,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: membersKey });
      void queryClient.invalidateQueries({ queryKey: invitationsKey });
    },
  });
}
