import { z } from "zod";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { changesShape, textChangeSchema } from "@/lib/events/changes";
import { defineEvent } from "@/lib/events/definition";
import { cameraFields, changeableCameraFields } from "./fields";
import { cameraStatusChangeSchema } from "./history-schema";
import { cameraSchema } from "./schema";

const camera = cameraSchema
  .pick({ id: true, name: true, external_id: true, site_id: true })
  .extend({ name: cameraSchema.shape.name.meta({ description: "The camera's name" }) })
  .meta({ id: "CameraSnapshot", description: "The camera after the event, with its most important fields" });

const changes = z
  .object({
    ...changesShape(cameraFields, changeableCameraFields, {}),
    stream_credentials: textChangeSchema
      .optional()
      .meta({ description: "`hidden` if the stream's URL has a username or password, otherwise null" }),
  })
  .meta({ id: "CameraChanges", description: "The changed fields" });

const example: z.output<typeof camera> = {
  id: `camera_${EXAMPLE_SUFFIX}`,
  name: "Dock 3, east gate",
  external_id: "dock-3-east",
  site_id: `site_${EXAMPLE_SUFFIX}`,
};

export const cameraCreated = defineEvent({
  type: "camera.created",
  when: "A camera was added.",
  shape: { camera },
  example: { camera: example },
});

export const cameraUpdated = defineEvent({
  type: "camera.updated",
  when: "Fields of a camera changed.",
  shape: { camera, changes },
  example: {
    camera: { ...example, name: "Dock 3, east gate, new mast" },
    changes: {
      name: { from: "Dock 3, east gate", to: "Dock 3, east gate, new mast" },
      heartbeat_timeout_s: { from: 300, to: 600 },
    },
  },
});

export const cameraArchived = defineEvent({
  type: "camera.archived",
  when: "A camera was archived.",
  shape: { camera },
  example: { camera: example },
});

export const cameraStatusChanged = defineEvent({
  type: "camera.status_changed",
  when: "The status of a camera changed. A late heartbeat makes a camera `degraded` without an event.",
  shape: { camera, ...cameraStatusChangeSchema.shape },
  example: {
    camera: example,
    from: "online",
    to: "offline",
    reason: "heartbeats_stopped",
    at: "2026-01-31T11:59:00.000Z",
  },
});
