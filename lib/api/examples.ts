import type { oas31 } from "zod-openapi";
import { rateLimits } from "@/lib/http/rate-limit";
import {
  IDEMPOTENCY_RETENTION_H,
  MAX_ACTIVE_KEYS,
  MAX_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_PAGE_SIZE,
  RATE_WINDOW_S,
} from "@/lib/limits";

export type Schema = oas31.SchemaObject;
type SchemaOrRef = Schema | oas31.ReferenceObject;
export type Schemas = Record<string, SchemaOrRef>;

const ID_SUFFIX = "01k9t0w5a7f0gs3m5h1v2c4x6z";
const TIME = "2026-01-31T12:00:00.000Z";
const MAX_DEPTH = 8;

/** Members of closed sets that an example shows rather than the first one. */
const typical = ["online", "heartbeats_on_time", "high", "api_key"];

const rate = ({ burst, perMinute }: { burst: number; perMinute: number }) => {
  return { limit: burst, window_s: RATE_WINDOW_S, remaining: burst - 1, per_minute: perMinute };
};

/** Values that examples show, by field name, or by `Component.field` where a name means different things. */
const makeValues = (): Record<string, unknown> => ({
  slug: "harbor-logistics",
  title: "Person at dock 3 after hours",
  use_case: "intrusion",
  use_cases: ["intrusion"],
  external_id: "dock-3-east",
  dedup_key: "dock-3-east/intrusion",
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
  "Alert.camera_id": `camera_${ID_SUFFIX}`,
  "Alert.assignee_id": null,
  "Alert.disposition": null,
  "Alert.disposition_reason": null,
  "Alert.acknowledged_at": null,
  "Alert.acknowledged_by": null,
  "Alert.resolved_at": null,
  "Alert.resolved_by": null,
  "Actor.id": `key_${ID_SUFFIX}`,
  "Actor.name": "Gate sensors",
  "Camera.name": "Dock 3, east gate",
  "CameraCreate.name": "Dock 3, east gate",
  error: null,
  "Me.organization.id": `organization_${ID_SUFFIX}`,
  "Me.organization.name": "Harbor Logistics",
  "Me.credential.kind": "api_key",
  "Me.credential.id": `key_${ID_SUFFIX}`,
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
let values: Record<string, unknown> | undefined;

/** Request bodies whose story the fields alone do not tell. The first one is what try-it starts with. */
const bodies: Record<string, Record<string, { summary: string; value: unknown }>> = {
  createAlert: {
    minimal: {
      summary: "The three fields that suffice",
      value: { camera_id: "dock-3-east", use_case: "intrusion", status: "open" },
    },
    full: {
      summary: "With evidence, and counted once per incident",
      value: {
        camera_id: "dock-3-east",
        use_case: "intrusion",
        status: "open",
        severity: "high",
        title: "Person at dock 3 after hours",
        occurred_at: "2026-01-31T12:00:00Z",
        dedup_key: "dock-3-east/intrusion",
        confidence: 0.94,
        media: [{ type: "image", url: "https://media.example/dock-3/1.jpg" }],
        tags: ["night-shift"],
        metadata: { zone: "gate-4" },
      },
    },
  },
  updateAlert: {
    acknowledge: {
      summary: "Somebody is on it",
      value: { status: "acknowledged", comment: "The guard is on the way." },
    },
    dismiss: {
      summary: "A false positive",
      value: { status: "dismissed", disposition: "false_positive", disposition_reason: "A delivery van" },
    },
  },
  createCamera: {
    minimal: {
      summary: "A name, and your own id for it",
      value: { name: "Dock 3, east gate", external_id: "dock-3-east" },
    },
    full: {
      summary: "With where it is and how it streams",
      value: {
        name: "Dock 3, east gate",
        external_id: "dock-3-east",
        stream_url: "rtsp://camera.example/stream",
        timezone: "Europe/Berlin",
        latitude: 53.5461,
        longitude: 9.9663,
        tags: ["outdoor"],
        use_cases: ["intrusion"],
      },
    },
  },
  sendHeartbeat: {
    healthy: { summary: "With what the camera measures", value: { fps: 24.8, reconnects: 0 } },
    failing: { summary: "Alive, with a fault", value: { fps: 4.1, error: "Lens is covered" } },
  },
};

/** Successes that mean more than their status says, or whose example tells the story of the request's. */
const successes: Record<string, Record<number, { description?: string; differs?: object }>> = {
  createAlert: {
    200: {
      description: "No new alert: an open or acknowledged one with the same `dedup_key` was counted up",
      differs: { deduplicated: true, occurrence_count: 2 },
    },
  },
  updateAlert: {
    200: {
      differs: {
        status: "acknowledged",
        acknowledged_at: TIME,
        acknowledged_by: { kind: "api_key", id: `key_${ID_SUFFIX}`, name: "Gate sensors" },
        version: 2,
      },
    },
  },
};

/** What a success of an operation means where its status alone does not say it, and how its example differs. */
export function successStory(operationId: string, status: number) {
  return successes[operationId]?.[status];
}

/** The examples of an operation's body: those written for it, or one made of its schema. */
export function bodyExamples(operationId: string, schema: SchemaOrRef, schemas: Schemas) {
  return bodies[operationId] ?? { example: { summary: "Example", value: exampleOf(schema, schemas, "request") } };
}

/** A value that a schema describes. Fields that a reply only sometimes has are left out. */
export function exampleOf(schema: SchemaOrRef, schemas: Schemas, side: "request" | "response"): unknown {
  return sample(schema, { schemas, side, path: [], name: "", depth: 0 });
}

interface Place {
  schemas: Schemas;
  side: "request" | "response";
  /** The component and the fields below it. */
  path: string[];
  name: string;
  depth: number;
}

function sample(schemaOrRef: SchemaOrRef, place: Place): unknown {
  if (schemaOrRef.$ref) {
    const id = schemaOrRef.$ref.slice(schemaOrRef.$ref.lastIndexOf("/") + 1);
    const target = place.schemas[id];
    return target && place.depth < MAX_DEPTH ? sample(target, { ...place, path: [id], depth: place.depth + 1 }) : {};
  }
  const schema = schemaOrRef as Schema;
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined && !isEmpty(schema.default)) return schema.default;
  if (schema.enum) return schema.enum.find((member) => typical.includes(member)) ?? schema.enum[0];
  const choice = (schema.oneOf ?? schema.anyOf)?.find((option) => (option as Schema).type !== "null");
  if (choice) return sample(choice, place);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "object") return sampleObject(schema, place);
  if (type === "array") return schema.items ? [sample(schema.items, place)] : [];
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  return type === "string" ? sampleText(schema, place) : null;
}

function sampleObject(schema: Schema, place: Place): Record<string, unknown> {
  values ??= makeValues();
  const shown = values;
  const required = new Set(schema.required);
  const result: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const path = [...place.path, name];
    const known = [path.join("."), name].find((key) => key in shown);
    if (place.side === "response" && !required.has(name)) continue;
    if (known !== undefined) {
      if (place.side === "response" || shown[known] !== null) result[name] = shown[known];
    } else if (place.side === "response" || required.has(name) || hasOwnExample(property)) {
      result[name] = sample(property, { ...place, path, name });
    }
  }
  return result;
}

function sampleText(schema: Schema, { path, name }: Place): string {
  const kind = name === "id" ? path[0] : /^(\w+)_id$/.exec(name)?.[1];
  if (kind) return `${kind.toLowerCase()}_${ID_SUFFIX}`;
  if (schema.format === "date-time") return TIME;
  if (schema.format === "date") return TIME.slice(0, 10);
  if (schema.format === "uri") return "https://partner.example/sightline";
  if (schema.format === "email") return "ops@partner.example";
  return name === "name" ? "Dock 3" : "text";
}

function hasOwnExample(schema: SchemaOrRef): boolean {
  return "example" in schema || "examples" in schema;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : typeof value === "object" && Object.keys(value ?? {}).length === 0;
}
