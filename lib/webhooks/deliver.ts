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
/**
 * How long a run collects replies before its next round, with further work and without. A round costs at least three
 * transactions per organization.
 */
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
  const inFlightOf = new Map<OrganizationId, number>();
  const finished = new Map<OrganizationId, Attempted[]>();
  let attempts = 0;
  let share = MAX_IN_FLIGHT;
  let found = 0;

  async function startDue(organizationId: OrganizationId) {
    const hasMore = await expandEvents(organizationId);
    const free = Math.min(share - (inFlightOf.get(organizationId) ?? 0), MAX_IN_FLIGHT - inFlight.size);
    const claimed = await claimDeliveries(organizationId, free);
    inFlightOf.set(organizationId, (inFlightOf.get(organizationId) ?? 0) + claimed.length);
    for (const delivery of claimed) {
      const sending = attempt(client, organizationId, delivery).then((attempted) => {
        inFlight.delete(sending);
        inFlightOf.set(organizationId, (inFlightOf.get(organizationId) ?? 0) - 1);
        finished.set(organizationId, [...(finished.get(organizationId) ?? []), attempted]);
      });
      inFlight.add(sending);
    }
    found += claimed.length + Number(hasMore);
    return { done: 0, hasMore: false };
  }

  /** Stores the results so far. Those that couldn't be stored stay for the next round. */
  async function storeFinished(): Promise<number> {
    let stored = 0;
    // A copy, because replies that arrive while these are stored belong to the next round.
    for (const [organizationId, list] of [...finished]) {
      finished.delete(organizationId);
      const kept = await storeOrKeep(organizationId, list);
      const settled = list.filter((one) => !kept.includes(one));
      // Only now, so that the subject's next request knows the message that this one created.
      for (const { delivery } of settled) endRequest(delivery);
      if (kept.length > 0) finished.set(organizationId, [...kept, ...(finished.get(organizationId) ?? [])]);
      stored += settled.length;
    }
    return stored;
  }

  for (let round = 0; ; round += 1) {
    found = 0;
    const isEnding = signal?.aborted || Date.now() > end;
    if (!isEnding) {
      const ids = options.organizationIds ?? (await listOrganizationsWithWebhooks());
      // Each organization gets a share of the requests, and another one comes first in each round.
      share = Math.max(MAX_PER_WEBHOOK, Math.floor(MAX_IN_FLIGHT / Math.max(1, ids.length)));
      const first = round % Math.max(1, ids.length);
      await forEachOrganization([...ids.slice(first), ...ids.slice(0, first)], startDue, signal).catch((error: Error) =>
        log.warn({ error: error.name }, "webhooks of some organizations couldn't be processed"),
      );
    }
    if (inFlight.size + finished.size > 0) {
      if (found > 0) await Promise.race([sleep(ROUND_MS), Promise.all(inFlight)]);
      else await Promise.race([sleep(PAUSE_MS), ...inFlight]);
    }
    const stored = await storeFinished();
    attempts += stored;
    if (inFlight.size === 0 && finished.size === 0 && (found + stored === 0 || isEnding)) return attempts;
  }
}

/** Returns the organizations with enabled webhooks, or none if the database doesn't reply. The run must not end then. */
async function listOrganizationsWithWebhooks(): Promise<string[]> {
  try {
    const { db } = database();
    const rows = await db
      .selectDistinct({ id: webhooks.organizationId })
      .from(webhooks)
      .where(eq(webhooks.enabled, true));
    return rows.map(({ id }) => id);
  } catch (error) {
    log.warn({ error: (error as Error).name }, "the organizations with webhooks couldn't be listed");
    return [];
  }
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
