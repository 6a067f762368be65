import { route } from "@/lib/http/route";
import { previewWebhook } from "@/lib/webhooks/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(previewWebhook);
