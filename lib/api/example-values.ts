import { rateLimits } from "@/lib/http/rate-limit";
import {
  IDEMPOTENCY_RETENTION_H,
  MAX_ACTIVE_KEYS,
  MAX_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_PAGE_SIZE,
  RATE_WINDOW_S,
} from "@/lib/limits";

export const EXAMPLE_SUFFIX = "01k9t0w5a7f0gs3m5h1v2c4x6z";
export const EXAMPLE_TIME = "2026-01-31T12:00:00.000Z";
/** A camera that the demo organization has, so that examples work there as they stand. */
export const DEMO_CAMERA = "rtm-dock-3-east";

/** Members of closed sets that an example shows rather than the first one. */
export const typicalMembers = ["online", "heartbeats_on_time", "high", "api_key"];

const rate = ({ burst, perMinute }: { burst: number; perMinute: number }) => {
  return { limit: burst, window_s: RATE_WINDOW_S, remaining: burst - 1, per_minute: perMinute };
};

/** Values that examples show, by field name, or by `Component.field` where a name means different things. */
export const exampleValues = (): Record<string, unknown> => ({
  slug: "harbor-logistics",
  title: "Person at dock 3 after hours",
  use_case: "intrusion",
  use_cases: ["intrusion"],
  external_id: DEMO_CAMERA,
  dedup_key: `${DEMO_CAMERA}/intrusion`,
  confidence: 0.94,
  tags: ["night-shift"],
  metadata: { zone: "gate-4" },
  media: [{ type: "image", url: "https://media.example/dock-3/1.jpg" }],
  stream_url: "rtsp://camera.example/stream",
  manufacturer: "Axis",
  model: "P3265-LVE",
  mac_address: "00:1a:2b:3c:4d:5e",
  ip_address: "192.0.2.17",
  timezone: "Europe/Berlin",
  latitude: 53.5461,
  longitude: 9.9663,
  heartbeat_timeout_s: 300,
  offline_grace_s: 60,
  fps: 24.8,
  reconnects: 0,
  occurrence_count: 1,
  version: 1,
  next_cursor: "bDk3x1WgqO0PZrRk0c2m8Vsx",
  has_more: true,
  role: null,
  expires_at: "2027-01-31T12:00:00.000Z",
  scopes: ["alerts:read", "alerts:write"],
  api_access: true,
  "Alert.description": "Two people entered through the east gate.",
  "Alert.camera_id": `camera_${EXAMPLE_SUFFIX}`,
  "Alert.assignee_id": null,
  "Alert.disposition": null,
  "Alert.disposition_reason": null,
  "Alert.acknowledged_at": null,
  "Alert.acknowledged_by": null,
  "Alert.resolved_at": null,
  "Alert.resolved_by": null,
  "Actor.id": `key_${EXAMPLE_SUFFIX}`,
  "Actor.name": "Gate sensors",
  "Camera.name": "Dock 3, east gate",
  "CameraCreate.name": "Dock 9, north gate",
  "CameraCreate.external_id": "dock-9-north",
  "AlertCreate.camera_id": DEMO_CAMERA,
  error: null,
  "Me.organization.id": `organization_${EXAMPLE_SUFFIX}`,
  "Me.organization.name": "Harbor Logistics",
  "Me.credential.kind": "api_key",
  "Me.credential.id": `key_${EXAMPLE_SUFFIX}`,
  "Me.credential.name": "Gate sensors",
  "Me.rate_limits.credential": rate(rateLimits().key),
  "Me.rate_limits.organization": rate(rateLimits().organization),
  "Me.limits": {
    body_bytes: MAX_BODY_BYTES,
    json_depth: MAX_JSON_DEPTH,
    page_size: MAX_PAGE_SIZE,
    active_keys: MAX_ACTIVE_KEYS,
    idempotency_retention_hours: IDEMPOTENCY_RETENTION_H,
  },
});
