import type { Scope } from "@/lib/db/values";

export type ScopeKind = "read" | "change";

/** What each scope lets an app do, for the person who allows it. */
export const scopeWords: Record<Scope, { kind: ScopeKind; words: string }> = {
  "alerts:read": { kind: "read", words: "See alerts, their notes and their history" },
  "alerts:write": { kind: "change", words: "Create alerts, change their status and add notes" },
  "cameras:read": { kind: "read", words: "See cameras, sites and their status" },
  "cameras:write": { kind: "change", words: "Add, change and remove cameras and sites, report heartbeats" },
  "analytics:read": { kind: "read", words: "See counts, response times and uptime" },
  "webhooks:manage": { kind: "change", words: "Set up where events are sent, and see what was sent" },
  "events:read": { kind: "read", words: "Follow everything that happens, as it happens" },
};

export const scopeKindLabels: Record<ScopeKind, string> = { read: "Read", change: "Change" };
