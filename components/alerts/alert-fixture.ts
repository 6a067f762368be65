import { isNullableField, type NullableAlertField } from "@/lib/alerts/columns";
import { alertFieldNames } from "@/lib/alerts/fields";
import type { Alert } from "@/lib/alerts/schema";

const absent = Object.fromEntries(alertFieldNames.filter(isNullableField).map((name) => [name, null])) as Record<
  NullableAlertField,
  null
>;

let serial = 0;

/** Returns an open alert for tests. Each one is newer than the previous one. */
export function makeAlert(parts: Partial<Alert> = {}): Alert {
  serial += 1;
  const time = new Date(Date.UTC(2026, 0, 1) + serial * 1_000).toISOString();
  return {
    ...absent,
    id: `alert_${String(serial).padStart(26, "0")}`,
    camera_id: "camera_00000000000000000000000001",
    use_case: "intrusion",
    status: "open",
    severity: "medium",
    title: `Alert ${serial}`,
    occurred_at: time,
    media: [],
    tags: [],
    metadata: {},
    occurrence_count: 1,
    last_occurred_at: time,
    source: { kind: "api_key", id: "key_00000000000000000000000001", name: "Gateway" },
    created_at: time,
    updated_at: time,
    version: 1,
    ...parts,
  };
}
