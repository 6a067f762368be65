import type { Scope } from "@/lib/values";

/** A description of what each scope allows. */
export const scopeMeanings: Record<Scope, string> = {
  "alerts:read": "See alerts and their history",
  "alerts:write": "Create alerts and change them",
  "cameras:read": "See cameras, sites and their status",
  "cameras:write": "Add and change cameras, send heartbeats",
  "analytics:read": "Read counts and response times",
  "webhooks:manage": "Set up webhooks and see their deliveries",
  "events:read": "Read and follow the event feed",
};
