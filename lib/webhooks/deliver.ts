import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { OrganizationId } from "@/lib/auth/context";
import { forEachOrganization } from "@/lib/auth/system";
import { database } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { webhooks } from "@/lib/db/tables/webhooks";
import { log } from "@/lib/log";
import { type OutboundClient, type OutboundOutcome, outboundClient } from "@/lib/outbound/client";
import { type ClaimedDelivery, claimDeliveries, endRequest, MAX_PER_WEBHOOK } from "./claim";
import { composeRequest, toDeliverySource } from "./compose";
import { expandEvents } from "./expand";
import { readReply } from "./replies";
import { type Attempted, storeOrKeep } from "./store-attempts";

/** The maximum number of this process's concurrent requests. */
const MAX_IN_FLIGHT = 200;
/** How long a run collects replies before its next round, with further work and without. Each round costs three transactions. */
const ROUND_MS = 50;
const PAUSE_MS = 200;
/** How long a run continues while there is work. A job that runs for hours would be considered abandoned. */
const RUN_MS = 3_600_000;

export interface DeliverOptions {
  signal?: AbortSignal;
  /** Defaults to this process's client. */
  client?: OutboundClient;
  /** Restricts the run to these organizations, in tests. */
  organizationIds?: readonly string[];
}

/**
 * Turns new events into deliveries and sends those that are due, until none is left or the run's time is over. An
 * event is delivered at least once. Every attempt has the same `webhook-id`. Several processes may run it
 * concurrently: a delivery is leased, and its next attempt starts only after the lease if the process died.
 *
 * Deliveries of one alert are sent in feed order, so a failure delays only the events of its own alert.
 * @returns the number of attempts.
 */
export async function deliverWebhooks(options: DeliverOptions = {}): Promise<number> {
  const { signal, client = outboundClient() } = options;
  const end = Date.now() + RUN_MS;
  const inFlight = new Set<Promise<void>>();
  const finished = new Map<OrganizationId, Attempted[]>();
  const unstored = new Map<OrganizationId, Attempted[]>();
  let attempts = 0;
  let share = MAX_IN_FLIGHT;

  async function startDue(organizationId: OrganizationId) {
    const hasMore = await expandEvents(organizationId);
    const claimed = await claimDeliveries(organizationId, Math.min(share, MAX_IN_FLIGHT - inFlight.size));
    for (const delivery of claimed) {
      const sending = attempt(client, organizationId, delivery).then((attempted) => {
        inFlight.delete(sending);
        finished.set(organizationId, [...(finished.get(organizationId) ?? []), attempted]);
      });
      inFlight.add(sending);
    }
    return { done: claimed.length + Number(hasMore), hasMore: false };
  }

  for (let round = 0; ; round += 1) {
    let found = 0;
    const isEnding = signal?.aborted || Date.now() > end;
    if (!isEnding) {
      const ids = options.organizationIds ?? (await listOrganizationsWithWebhooks());
      // Each organization gets a share of the requests, and another one comes first in each round.
      share = Math.max(MAX_PER_WEBHOOK, Math.floor(MAX_IN_FLIGHT / Math.max(1, ids.length)));
      const first = round % Math.max(1, ids.length);
      found = await forEachOrganization([...ids.slice(first), ...ids.slice(0, first)], startDue, signal).catch(
        (error: Error) => {
          log.warn({ error: error.name }, "webhooks of some organizations couldn't be processed");
          return 0;
        },
      );
    }
    if (inFlight.size + unstored.size > 0) {
      if (found > 0) await Promise.race([sleep(ROUND_MS), Promise.all(inFlight)]);
      else await Promise.race([sleep(PAUSE_MS), ...inFlight]);
    }
    unstored.clear();
    for (const [organizationId, list] of finished) {
      finished.delete(organizationId);
      const kept = await storeOrKeep(organizationId, list);
      // Only now, so that the subject's next request knows the message that this one created.
      for (const one of list) if (!kept.includes(one)) endRequest(one.delivery);
      attempts += list.length - kept.length;
      found += list.length - kept.length;
      if (kept.length > 0) unstored.set(organizationId, kept);
    }
    for (const [organizationId, list] of unstored) {
      finished.set(organizationId, [...list, ...(finished.get(organizationId) ?? [])]);
    }
    if (inFlight.size === 0 && finished.size === 0 && (found === 0 || isEnding)) return attempts;
  }
}

async function listOrganizationsWithWebhooks(): Promise<string[]> {
  const rows = await database()
    .db.selectDistinct({ id: webhooks.organizationId })
    .from(webhooks)
    .where(eq(webhooks.enabled, true));
  return rows.map(({ id }) => id);
}

/** Makes one attempt. It never throws, so that a damaged row or a hostile reply can't end the run. */
async function attempt(
  client: OutboundClient,
  organizationId: OrganizationId,
  delivery: ClaimedDelivery,
): Promise<Attempted> {
  const startedAt = new Date();
  const outcome = await sendDelivery(client, organizationId, delivery, startedAt).catch((error: Error) => {
    log.warn({ delivery: encodeId("delivery", delivery.id), error: error.name }, "a webhook delivery couldn't be made");
    return { fault: "not_sent" as const, ms: 0 };
  });
  try {
    return { delivery, startedAt, outcome, reply: readReply(delivery, outcome) };
  } catch (error) {
    log.warn({ delivery: encodeId("delivery", delivery.id), error: (error as Error).name }, "a reply couldn't be read");
    return { delivery, startedAt, outcome, reply: { delivered: false } };
  }
}

async function sendDelivery(
  client: OutboundClient,
  organizationId: OrganizationId,
  delivery: ClaimedDelivery,
  startedAt: Date,
): Promise<OutboundOutcome> {
  if (delivery.source === null) return { fault: "not_sent", ms: 0 };
  const source = toDeliverySource(organizationId, delivery.source);
  const request = composeRequest(organizationId, delivery, source, delivery.message_id, startedAt);
  return client.send({ method: "POST", ...request });
}
