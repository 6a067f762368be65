import { describe, expect, it } from "vitest";
import type { AuditEntry } from "@/lib/audit/schema";
import { auditActions } from "@/lib/values";
import { actionLabels, describeAction, formatValue, listDifferences } from "./audit-labels";

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: "audit_01k9t0w5a7f0gs3m5h1v2c4x6z",
  action: "key.revoked",
  created_at: "2026-11-21T12:00:00.000Z",
  actor: { kind: "user", id: "user_01k9t0w5a7f0gs3m5h1v2c4x6z", name: "Ingrid" },
  target: { id: "key_01k9t0w5a7f0gs3m5h1v2c4x6z", name: "Gateway" },
  before: null,
  after: null,
  ip: null,
  user_agent: null,
  request_id: null,
  ...changes,
});
const words = (changes: Partial<AuditEntry>) =>
  describeAction(entry(changes))
    .map((part) => (typeof part === "string" ? part : `“${part.name}”`))
    .join("");

describe("audit log wording", () => {
  it("covers every action in the list and in the filter", () => {
    for (const action of auditActions) {
      expect(words({ action })).toMatch(/^[a-z]/);
      expect(words({ action })).not.toMatch(/undefined \w|^did /);
      expect(actionLabels[action]).toMatch(/^[A-Z]/);
    }
  });

  it.each([
    [{ action: "key.revoked" }, "revoked the key “Gateway”"],
    [{ action: "key.updated", before: { name: "Old" }, after: { name: "New" } }, "renamed the key “Old” to “New”"],
    [
      { action: "key.updated", before: { scopes: [], expires_at: null }, after: { scopes: [], expires_at: null } },
      "changed the scopes and expiry of the key “Gateway”",
    ],
    [
      { action: "organization.updated", before: { alert_retention_days: 365 }, after: { alert_retention_days: 90 } },
      "changed how long alerts are kept from 365 to 90 days",
    ],
    [
      { action: "member.invited", target: { id: "invitation_1", name: "a@b.example" }, after: { role: "viewer" } },
      "invited “a@b.example” as a viewer",
    ],
    [
      { action: "member.reset_link_created", after: { ends_two_factor: true } },
      "created a password reset link for “Gateway” that also turns off two-factor sign-in",
    ],
    [{ action: "key.created", target: { id: "key_1", name: null }, after: { name: "Gate" } }, "created the key “Gate”"],
    [{ action: "key.enabled", target: { id: "key_1", name: null } }, "enabled the key “key_1”"],
  ] as [Partial<AuditEntry>, string][])("describes %o as %s", (changes, sentence) => {
    expect(words(changes)).toBe(sentence);
  });
});

describe("audit log differences", () => {
  it("list every field from both sides once", () => {
    const differences = listDifferences({ before: { a: 1, b: 2 }, after: { b: 3, c: 4 } });
    expect(differences).toEqual([
      { field: "a", before: 1, after: undefined },
      { field: "b", before: 2, after: 3 },
      { field: "c", before: undefined, after: 4 },
    ]);
  });

  it("show values in readable form", () => {
    expect([null, "", [], true, 3, ["a", "b"], { a: 1 }].map(formatValue)).toEqual([
      null,
      null,
      null,
      "yes",
      "3",
      "a, b",
      '{"a":1}',
    ]);
    expect(formatValue("2026-11-21T12:00:00.000Z")).toEqual(new Date("2026-11-21T12:00:00.000Z"));
  });
});
