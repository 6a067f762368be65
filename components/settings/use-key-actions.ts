"use client";
import type { KeyAction } from "@/components/settings/key-menu";
import type { Revealed } from "@/components/settings/reveal-key-dialog";
import { useCredentialActions } from "@/components/settings/use-credential-actions";
import { call } from "@/lib/http/call";
import type { updateKey } from "@/lib/keys/operations";
import { keysKey } from "@/lib/keys/queries";
import type { ApiKey } from "@/lib/keys/schema";

export function useKeyActions(organization: string) {
  return useCredentialActions<KeyAction, ApiKey, Revealed>({
    enable: ({ id }) =>
      call<typeof updateKey>("PATCH /keys/{id}", { organization, params: { id }, body: { enabled: true } }),
    refused: "The key is still disabled",
    queryKey: keysKey,
  });
}

export type KeyActions = ReturnType<typeof useKeyActions>;
