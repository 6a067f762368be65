import { z } from "zod";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { changeSchema, changesShape } from "@/lib/events/changes";
import { defineEvent } from "@/lib/events/definition";
import { alertFields, changeableFields } from "./fields";
import { alertSchema, alertUpdateSchema } from "./schema";

const { metadata, severity, status } = alertUpdateSchema.shape;

/** The alert in its events. It contains only the most important fields. */
export const alertSnapshotSchema = alertSchema
  .pick({ id: true, camera_id: true, use_case: true, severity: true, status: true, title: true, version: true })
  .meta({ id: "AlertSnapshot", description: "The alert after the event, with its most important fields" });

const changes = z
  .object(
    changesShape(alertFields, changeableFields, {
      status: changeSchema("AlertStatusChange", status.unwrap()),
      severity: changeSchema("SeverityChange", severity.unwrap()),
      disposition: changeSchema("DispositionChange", alertSchema.shape.disposition),
      metadata: changeSchema("MetadataChange", metadata.unwrap()),
    }),
  )
  .meta({ id: "AlertChanges", description: "The changed fields" });

/** The alert of the examples. */
export const exampleAlertSnapshot: z.output<typeof alertSnapshotSchema> = {
  id: `alert_${EXAMPLE_SUFFIX}`,
  camera_id: `camera_${EXAMPLE_SUFFIX}`,
  use_case: "intrusion",
  severity: "high",
  status: "open",
  title: "Person at dock 3 after hours",
  version: 1,
};

/** The SQL of `lib/alerts/store` writes this event and `alert.reoccurred`. */
export const alertCreated = defineEvent({
  type: "alert.created",
  when: "An alert was created.",
  shape: { alert: alertSnapshotSchema },
  example: { alert: exampleAlertSnapshot },
});

const changed = {
  alert: alertSnapshotSchema,
  changes,
  comment: z.string().optional().meta({ description: "The comment that was sent with the change" }),
};

export const alertUpdated = defineEvent({
  type: "alert.updated",
  when: "Fields of an alert other than its status changed, or someone added a comment without a change.",
  shape: changed,
  example: {
    alert: { ...exampleAlertSnapshot, severity: "critical", version: 2 },
    changes: { severity: { from: "high", to: "critical" }, tags: { from: [], to: ["night-shift"] } },
  },
});

export const alertStatusChanged = defineEvent({
  type: "alert.status_changed",
  when: "The status of an alert changed. Other fields may have changed with it.",
  shape: changed,
  example: {
    alert: { ...exampleAlertSnapshot, status: "acknowledged", version: 2 },
    changes: { status: { from: "open", to: "acknowledged" } },
    comment: "The guard is on the way.",
  },
});

export const alertReoccurred = defineEvent({
  type: "alert.reoccurred",
  when: "A detection had the `dedup_key` of an open or acknowledged alert, so its counter was incremented.",
  shape: { alert: alertSnapshotSchema, occurrence_count: alertSchema.shape.occurrence_count },
  example: { alert: exampleAlertSnapshot, occurrence_count: 2 },
});
