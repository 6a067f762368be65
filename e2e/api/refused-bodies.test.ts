import { beforeAll, describe, expect, it } from "vitest";
import { servers } from "../fixtures/api";
import { createTestOrganization } from "../fixtures/organization";

const isFull = process.env.SIGHTLINE_FULL === "1";
const UPLOADS = isFull ? 1_000 : 48;
const AT_ONCE = 16;
const MEGABYTE = 1_000_000;
const WITHIN_MS = isFull ? 600_000 : 180_000;

let authorization: string;
beforeAll(async () => {
  authorization = (await (await createTestOrganization()).bearer()).Authorization ?? "";
});

/** Sends this many uploads. Returns how many ended with each status and code, or with each connection error. */
async function outcomes(address: string, bytes: number, headers: Record<string, string>, uploads = UPLOADS) {
  const body = "x".repeat(bytes);
  const counts: Record<string, number> = {};
  let left = uploads;
  const upload = async () => {
    while (left-- > 0) {
      const outcome = await fetch(address, { method: "POST", body, headers }).then(
        async (reply) => `${reply.status} ${((await reply.json()) as { code: string }).code}`,
        (error: Error) => String((error.cause as { code?: string } | undefined)?.code ?? error.message),
      );
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, upload));
  return counts;
}

describe.each(servers)("responses of $name to rejected uploads", ({ url }) => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const json = { "Content-Type": "application/json" };

  it.each([3, 12])(
    "arrive as 413 for %i MB, sent as a form or with an API key",
    async (megabytes) => {
      const refused = { "413 payload_too_large": UPLOADS };
      expect(await outcomes(`${url()}/api/v1/oauth/token`, megabytes * MEGABYTE, form)).toEqual(refused);
      const keyed = { ...json, Authorization: authorization };
      expect(await outcomes(`${url()}/api/v1/alerts`, megabytes * MEGABYTE, keyed)).toEqual(refused);
    },
    WITHIN_MS,
  );

  it.each<[string, string, Record<string, string>]>([
    ["/alerts", "401 unauthenticated", json],
    ["/nothing", "404 not_found", json],
    ["/me", "405 method_not_allowed", json],
  ])(
    "arrive for 3 MB to %s: %s",
    async (path, outcome, headers) => {
      expect(await outcomes(`${url()}/api/v1${path}`, 3 * MEGABYTE, headers, 32)).toEqual({ [outcome]: 32 });
    },
    WITHIN_MS,
  );
});
