import { route } from "@/lib/http/route";
import { createWebhook, listWebhooks } from "@/lib/webhooks/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listWebhooks, createWebhook);
