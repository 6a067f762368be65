"use client";
import { useCredentialActions } from "@/components/credentials/use-credential-actions";
import { callApi } from "@/lib/http/call";
import type { updateKey } from "@/lib/keys/operations";
import type { ApiKey } from "@/lib/keys/schema";
import type { KeyAction } from "./key-menu";
import { keysKey } from "./queries";
import type { RevealedKey } from "./reveal-key-dialog";

export function useKeyActions(organization: string) {
  return useCredentialActions<KeyAction, ApiKey, RevealedKey>({
    enable: ({ id }) =>
      callApi<typeof updateKey>("PATCH /keys/{id}", { organization, params: { id }, body: { enabled: true } }),
    refused: "The key is still disabled",
    queryKey: keysKey,
  });
}

export type KeyActions = ReturnType<typeof useKeyActions>;
