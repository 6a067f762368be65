"use client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** A mutation after which the queries under `keys` are fetched again, also when it failed: then they were stale. */
export function useRefreshingMutation<Input, Output>(write: (input: Input) => Promise<Output>, keys: QueryKey[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    // The reply may hold a secret link: it must not stay in memory longer than the dialog that shows it.
    gcTime: 0,
    onSettled: () => {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
