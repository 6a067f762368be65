import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { defineEvent } from "@/lib/events/definition";
import { webhookSchema } from "./schema";

const webhook = webhookSchema
  .pick({ id: true, description: true })
  .extend({
    disabled_reason: webhookSchema.shape.disabled_reason.unwrap().meta({
      description: webhookSchema.shape.disabled_reason.description,
    }),
  })
  .meta({ id: "WebhookSnapshot", description: "The webhook after the event" });

export const webhookDisabled = defineEvent({
  type: "webhook.disabled",
  when: "Sightline disabled a webhook, after a 410 reply or days of failures.",
  shape: { webhook },
  example: {
    webhook: { id: `webhook_${EXAMPLE_SUFFIX}`, description: "Dispatch system", disabled_reason: "failing" },
  },
});
