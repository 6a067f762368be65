import { route } from "@/lib/http/route";
import { rotateWebhookSecret } from "@/lib/webhooks/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(rotateWebhookSecret);
