import { DEMO_CAMERA, EXAMPLE_SUFFIX, EXAMPLE_TIME } from "./example-values";

export interface BodyStory {
  summary: string;
  value: unknown;
}

export interface SuccessStory {
  /** What it means where its status alone does not say it. */
  description?: string;
  /** What its example says instead of what its schema alone would. */
  differs?: object;
}

/** Request bodies whose story the fields alone do not tell. The first one is what try-it starts with. */
export const bodyStories: Record<string, Record<string, BodyStory>> = {
  createAlert: {
    minimal: {
      summary: "The three fields that suffice",
      value: { camera_id: DEMO_CAMERA, use_case: "intrusion", status: "open" },
    },
    full: {
      summary: "With evidence, and counted once per incident",
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
      value: { name: "Dock 9, north gate", external_id: "dock-9-north" },
    },
    full: {
      summary: "With where it is and how it streams",
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
  sendHeartbeat: {
    healthy: { summary: "With what the camera measures", value: { fps: 24.8, reconnects: 0 } },
    failing: { summary: "Alive, with a fault", value: { fps: 4.1, error: "Lens is covered" } },
  },
};

/** Successes that mean more than their status says, or whose example tells the story of the request's. */
export const successStories: Record<string, Record<number, SuccessStory>> = {
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
        acknowledged_at: EXAMPLE_TIME,
        acknowledged_by: { kind: "api_key", id: `key_${EXAMPLE_SUFFIX}`, name: "Gate sensors" },
        version: 2,
      },
    },
  },
};
