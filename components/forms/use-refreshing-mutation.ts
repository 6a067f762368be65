"use client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * Returns a mutation that refetches the queries under `keys` afterwards. It refetches even after a failure, which
 * can mean that data is stale.
 */
export function useRefreshingMutation<Input, Output>(write: (input: Input) => Promise<Output>, keys: QueryKey[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    // The reply can contain a secret link, which must not stay in memory after its dialog closes.
    gcTime: 0,
    onSettled: () => {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
