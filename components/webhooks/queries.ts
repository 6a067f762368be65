import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Call, callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";
import type { listSites } from "@/lib/sites/operations";
import type { listWebhooks, previewWebhook } from "@/lib/webhooks/operations";

/** Key prefix of all webhook queries. Invalidate it after a write. */
export const webhooksKey = ["webhooks"] as const;

/** Returns the options of a query for all webhooks of an organization, newest first. */
export function webhookListOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...webhooksKey, organization, "list"],
    queryFn: ({ signal }) =>
      everyPage((query) => call<typeof listWebhooks>("GET /webhooks", { organization, query, signal })),
  });
}

/** Returns the options of a query that fills a template with the organization's latest event. */
export function webhookPreviewOptions(organization: string, template: Record<string, unknown>) {
  return queryOptions({
    queryKey: [...webhooksKey, organization, "preview", template],
    queryFn: ({ signal }) =>
      callApi<typeof previewWebhook>("POST /webhooks/preview", {
        organization,
        body: { kind: "template", template },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the options of a query for all sites, to choose from. */
export function siteListOptions(organization: string) {
  return queryOptions({
    queryKey: ["sites", organization, "list"],
    queryFn: ({ signal }) =>
      everyPage((query) => callApi<typeof listSites>("GET /sites", { organization, query, signal })),
  });
}
