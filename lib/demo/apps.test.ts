import { expect, test } from "vitest";
import { hashCredential } from "@/lib/auth/credential";
import { encodeId, timeOfId } from "@/lib/db/ids";
import { makeApps, requestsOfApps } from "./apps";
import { makeAuditEntries } from "./audit-entries";
import { createRandom } from "./random";
import type { Staff } from "./staff";

const now = new Date("2026-03-31T10:17:23.456Z");
const person = (digit: number, name: string) => ({
  actor: { kind: "user" as const, id: `019d1037-4fc3-7000-834a-00000000000${digit}`, name },
  passwordHash: "",
});
const staff: Staff = {
  organizationId: "019d1037-4fc3-7000-834a-e3ff64d909b8",
  foundedAt: new Date("2025-07-29T08:00:00Z"),
  people: { admin: person(1, "Admin"), support: person(2, "Support"), viewer: person(3, "Viewer") },
  key: { kind: "api_key", id: "019d1037-4fc3-7000-834a-000000000004", name: "Gateway" },
  keyCreatedAt: new Date("2026-02-14T10:17:23Z"),
};
const apps = makeApps(createRandom(7), now);
const both = [apps.reports, apps.wall];

test("ends each app's request log at its last use", () => {
  const log = requestsOfApps(createRandom(3), staff, apps, now);
  for (const { actor, lastUsedAt, ip } of both) {
    const mine = log.filter(({ credentialId }) => credentialId === actor.id);
    expect(mine.at(-1)?.createdAt).toEqual(lastUsedAt);
    expect(new Set(mine.map((row) => row.ip))).toEqual(new Set([ip]));
  }
  expect(log.every(({ id, createdAt }) => timeOfId(id).getTime() === createdAt.getTime() && createdAt <= now)).toBe(
    true,
  );
});

test("audits each app's creation in chronological order, without secrets", () => {
  const trail = makeAuditEntries(createRandom(5), staff, apps, now);
  const times = trail.map(({ createdAt }) => createdAt?.getTime() ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const created = trail.filter(({ action }) => action === "app.created").map(({ targetId }) => targetId);
  expect(created).toEqual(both.map(({ actor }) => encodeId("app", actor.id)));
  expect(trail.filter(({ action }) => action === "app.authorized")).toHaveLength(1);
  const text = JSON.stringify(trail);
  for (const { secret } of both) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(hashCredential(secret));
  }
});
