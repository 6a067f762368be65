import type { Context } from "@/lib/auth/context";
import { Failure } from "@/lib/errors";
import { MAX_EXPORTS } from "@/lib/limits";
import { processSingleton } from "@/lib/process-singleton";
import { StreamedBody, type TextStream } from "./reply";

/**
 * An export releases its slot if its reply isn't started within this many milliseconds. For HEAD, the reply never
 * starts.
 */
const BEGIN_WITHIN_MS = 10_000;
const RETRY_AFTER_S = 10;

/** The number of running exports in this process, by organization. */
const running = () => processSingleton("exports", () => new Map<string, number>());

/**
 * Starts an export in one of the organization's slots. The slot is released when the export completes, fails or is
 * aborted.
 * @throws Failure `rate_limited` if all slots are in use.
 */
export async function inExportSlot(
  { organizationId }: Context,
  begin: () => Promise<StreamedBody>,
): Promise<StreamedBody> {
  const slots = running();
  const taken = slots.get(organizationId) ?? 0;
  if (taken >= MAX_EXPORTS) {
    const detail = `Your organization has reached the limit of ${MAX_EXPORTS} concurrent exports. Wait until one ends, or cancel one.`;
    throw new Failure("rate_limited", detail, { headers: { "Retry-After": String(RETRY_AFTER_S) } });
  }
  slots.set(organizationId, taken + 1);
  let isFree = false;
  const free = () => {
    if (isFree) return;
    isFree = true;
    const left = (slots.get(organizationId) ?? 1) - 1;
    if (left > 0) slots.set(organizationId, left);
    else slots.delete(organizationId);
  };
  try {
    const { pieces, options } = await begin();
    const neverBegun = setTimeout(free, BEGIN_WITHIN_MS).unref();
    return new StreamedBody(freeing(pieces, neverBegun, free), options);
  } catch (error) {
    free();
    throw error;
  }
}

async function* freeing(pieces: TextStream, neverBegun: NodeJS.Timeout, free: () => void): TextStream {
  clearTimeout(neverBegun);
  try {
    yield* pieces;
  } finally {
    free();
  }
}
