import { route } from "@/lib/http/route";
import { deleteWebhook, getWebhook, updateWebhook } from "@/lib/webhooks/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getWebhook, updateWebhook, deleteWebhook);
