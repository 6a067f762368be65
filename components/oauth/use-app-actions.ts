"use client";
import { useCredentialActions } from "@/components/credentials/use-credential-actions";
import type { AppAction } from "@/components/oauth/app-menu";
import type { RevealedApp } from "@/components/oauth/reveal-app-dialog";
import { callApi } from "@/lib/http/call";
import type { updateApp } from "@/lib/oauth/operations";
import type { OAuthApp } from "@/lib/oauth/schema";
import { oauthKey } from "./queries";

export function useAppActions(organization: string) {
  return useCredentialActions<AppAction, OAuthApp, RevealedApp>({
    enable: ({ id }) =>
      callApi<typeof updateApp>("PATCH /oauth/apps/{id}", { organization, params: { id }, body: { enabled: true } }),
    refused: "The app is still disabled",
    queryKey: oauthKey,
  });
}
