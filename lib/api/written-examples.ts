import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import type { ErrorCode } from "@/lib/errors";
import { DEMO_CAMERA, EXAMPLE_TIME } from "./example-values";

export interface BodyExample {
  summary: string;
  value: unknown;
}

export interface SuccessExample {
  /** The meaning of the response, if its status isn't enough. */
  description?: string;
  /** Fields that replace those of the generated example. */
  differs?: object;
  /** The status of a successful row in a batch. Defaults to 201. */
  rowStatus?: number;
  /** The error code of the failed row in a batch. Defaults to `validation_failed`. */
  rowFailure?: ErrorCode;
}

const EXAMPLE_CLIENT = {
  client_id: "sl_app_0123456789abcdefghijklmnopqrstABCDEF",
  client_secret: "sl_secret_0123456789abcdefghijklmnopqrstABCDEF",
};
const EXAMPLE_TOKEN = "sl_token_0123456789abcdefghijklmnopqrstABCDEF";

/** Example request bodies, where generated ones aren't enough. "Try it" starts with the first one. */
export const writtenBodyExamples: Record<string, Record<string, BodyExample>> = {
  replayWebhook: {
    range: {
      summary: "All events since a time",
      value: { to: `webhook_${EXAMPLE_SUFFIX}`, since: EXAMPLE_TIME },
    },
  },
  previewWebhook: {
    template: {
      summary: "A template with the latest event",
      value: { kind: "template", template: { text: "{{alert.title}}", urgency: "{{alert.severity}}" } },
    },
    slack: { summary: "The message for Slack", value: { kind: "slack" } },
  },
  createAlert: {
    minimal: {
      summary: "Only the required fields",
      value: { camera_id: DEMO_CAMERA, use_case: "intrusion", status: "open" },
    },
    full: {
      summary: "With media and a dedup key",
      value: {
        camera_id: DEMO_CAMERA,
        use_case: "intrusion",
        status: "open",
        severity: "high",
        title: "Person at dock 3 after hours",
        occurred_at: "2026-01-31T12:00:00Z",
        dedup_key: `${DEMO_CAMERA}/intrusion`,
        confidence: 0.94,
        media: [{ type: "image", url: "https://media.example/dock-3/1.jpg" }],
        tags: ["night-shift"],
        metadata: { zone: "gate-4" },
      },
    },
  },
  updateAlert: {
    acknowledge: {
      summary: "Acknowledge and assign",
      value: { status: "acknowledged", comment: "The guard is on the way." },
    },
    dismiss: {
      summary: "A false positive",
      value: { status: "dismissed", disposition: "false_positive", disposition_reason: "A delivery van" },
    },
  },
  createAlerts: {
    two: {
      summary: "Two alerts at once",
      value: {
        alerts: [
          { camera_id: DEMO_CAMERA, use_case: "intrusion", status: "open", severity: "high" },
          { camera_id: DEMO_CAMERA, use_case: "loitering", status: "open", dedup_key: `${DEMO_CAMERA}/loitering` },
        ],
      },
    },
  },
  batchUpdateAlerts: {
    filter: {
      summary: "All alerts that match a filter",
      value: {
        filter: { status: ["open"], camera_id: [DEMO_CAMERA], use_case: ["loitering"] },
        change: { status: "acknowledged", add_tags: ["round-2"] },
        comment: "Seen on the round.",
      },
    },
    ids: {
      summary: "Alerts by ID",
      value: { ids: [`alert_${EXAMPLE_SUFFIX}`], change: { status: "resolved", disposition: "true_positive" } },
    },
  },
  // Without `routing_key`, so that "Try it" uses its own credential.
  enqueuePagerDutyEvent: {
    trigger: {
      summary: "Trigger an alert",
      value: {
        event_action: "trigger",
        dedup_key: `${DEMO_CAMERA}/intrusion`,
        payload: {
          summary: "Person at dock 3 after hours",
          source: DEMO_CAMERA,
          severity: "error",
          class: "intrusion",
          custom_details: { zone: "gate-4" },
        },
      },
    },
    resolve: {
      summary: "Resolve it",
      value: { event_action: "resolve", dedup_key: `${DEMO_CAMERA}/intrusion` },
    },
  },
  createNote: {
    note: { summary: "What was found", value: { body: "Guard sent to the gate; no one there." } },
  },
  createCameras: {
    two: {
      summary: "Two cameras at once",
      value: {
        cameras: [
          { name: "Dock 10, north gate", external_id: "dock-10-north" },
          { name: "Dock 11, north gate", external_id: "dock-11-north", tags: ["outdoor"] },
        ],
      },
    },
  },
  updateCamera: {
    move: { summary: "What changed", value: { name: "Dock 3, east gate, new mast", tags: ["outdoor"] } },
    disable: { summary: "Temporarily disabled", value: { enabled: false } },
  },
  sendHeartbeats: {
    two: {
      summary: "Cameras by external ID",
      value: {
        heartbeats: [
          { external_id: DEMO_CAMERA, fps: 24.8, reconnects: 0 },
          { external_id: "rtm-main-gate", fps: 25 },
        ],
      },
    },
  },
  createSite: {
    site: {
      summary: "A place with its time zone",
      value: {
        name: "Harbor terminal 2",
        timezone: "Europe/Berlin",
        address: "Kaistraße 3, 20457 Hamburg",
        latitude: 53.5461,
        longitude: 9.9663,
      },
    },
  },
  updateSite: { rename: { summary: "Another name", value: { name: "Harbor terminal 2, north" } } },
  createCamera: {
    minimal: {
      summary: "A name and your own ID",
      value: { name: "Dock 9, north gate", external_id: "dock-9-north" },
    },
    full: {
      summary: "With a location and a stream",
      value: {
        name: "Dock 9, north gate",
        external_id: "dock-9-north",
        stream_url: "rtsp://camera.example/stream",
        timezone: "Europe/Berlin",
        latitude: 53.5461,
        longitude: 9.9663,
        tags: ["outdoor"],
        use_cases: ["intrusion"],
      },
    },
  },
  requestToken: {
    client: {
      summary: "For the app's own organization",
      value: { grant_type: "client_credentials", scope: "alerts:write", ...EXAMPLE_CLIENT },
    },
    code: {
      summary: "For an organization that authorized the app",
      value: {
        grant_type: "authorization_code",
        code: "sl_code_0123456789abcdefghijklmnopqrstABCDEF",
        redirect_uri: "https://app.example.com/callback",
        code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        ...EXAMPLE_CLIENT,
      },
    },
    refresh: {
      summary: "Refreshing a token",
      value: {
        grant_type: "refresh_token",
        refresh_token: "sl_refresh_0123456789abcdefghijklmnopqrstABCDEF",
        ...EXAMPLE_CLIENT,
      },
    },
  },
  revokeToken: { token: { summary: "An access token", value: { token: EXAMPLE_TOKEN, ...EXAMPLE_CLIENT } } },
  introspectToken: { token: { summary: "An access token", value: { token: EXAMPLE_TOKEN, ...EXAMPLE_CLIENT } } },
  sendHeartbeat: {
    healthy: { summary: "With measurements", value: { fps: 24.8, reconnects: 0 } },
    failing: { summary: "Online, with a fault", value: { fps: 4.1, error: "Lens is covered" } },
  },
};

/** Examples of success responses whose meaning isn't clear from the status, or that must match the example request. */
export const writtenSuccessExamples: Record<string, Record<number, SuccessExample>> = {
  createAlert: {
    200: {
      description:
        "No new alert was created: the counter of an open or acknowledged alert with the same `dedup_key` was incremented",
      differs: { deduplicated: true, occurrence_count: 2 },
    },
  },
  updateAlert: {
    200: {
      differs: {
        status: "acknowledged",
        acknowledged_at: EXAMPLE_TIME,
        acknowledged_by: { kind: "api_key", id: `key_${EXAMPLE_SUFFIX}`, name: "Gate sensors" },
        version: 2,
      },
    },
  },
  batchUpdateAlerts: {
    200: { rowStatus: 200, rowFailure: "not_found", differs: { has_more: false, next_cursor: null } },
  },
  sendHeartbeats: { 200: { rowStatus: 204, rowFailure: "not_found" } },
  createAlerts: { 200: { rowFailure: "unknown_camera" } },
  createCameras: { 200: { rowFailure: "conflict" } },
  getMe: { 200: { description: "The credential, its scopes and remaining limits" } },
  getEventSchema: {
    200: { differs: { $schema: "https://json-schema.org/draft/2020-12/schema", title: "alert.created" } },
  },
  getOpenApi: {
    200: { differs: { openapi: "3.1.1", info: { title: "Sightline Integration API", version: "0.1.0" } } },
  },
  previewWebhook: { 200: { differs: { payload: '{"text":"Person at dock 3 after hours","urgency":"high"}' } } },
  exportAlerts: { 200: { description: "All matching alerts, streamed" } },
  streamEvents: { 200: { description: "Events as they happen, until either side closes the connection" } },
};
