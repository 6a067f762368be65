import type { useForm } from "@/components/forms/use-form";
import type { WebhookField, WebhookSlot } from "./webhook-form";

/** The state of a webhook's form, for the parts that render its fields. */
export type WebhookFormState = ReturnType<typeof useForm<WebhookField, WebhookSlot>>;
