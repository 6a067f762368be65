import type { Alert } from "@/lib/alerts/schema";

let serial = 0;

/** An open alert for tests; each is newer than the one before. */
export function makeAlert(parts: Partial<Alert> = {}): Alert {
  serial += 1;
  const time = new Date(Date.UTC(2026, 0, 1) + serial * 1_000).toISOString();
  return {
    id: `alert_${String(serial).padStart(26, "0")}`,
    camera_id: "camera_00000000000000000000000001",
    use_case: "intrusion",
    status: "open",
    severity: "medium",
    title: `Alert ${serial}`,
    description: null,
    occurred_at: time,
    dedup_key: null,
    confidence: null,
    media: [],
    tags: [],
    metadata: {},
    assignee_id: null,
    disposition: null,
    disposition_reason: null,
    occurrence_count: 1,
    last_occurred_at: time,
    source: { kind: "api_key", id: "key_00000000000000000000000001", name: "Gateway" },
    created_at: time,
    updated_at: time,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    version: 1,
    ...parts,
  };
}
