import { alertSnapshotSchema, exampleAlertSnapshot } from "@/lib/alerts/events";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { defineEvent } from "@/lib/events/definition";
import { timelineNoteSchema } from "./schema";

export const alertNoteAdded = defineEvent({
  type: "alert.note_added",
  when: "Someone added a note to an alert.",
  shape: { alert: alertSnapshotSchema, note: timelineNoteSchema.meta({ description: "The note that was added" }) },
  example: {
    alert: exampleAlertSnapshot,
    note: { id: `note_${EXAMPLE_SUFFIX}`, body: "Guard sent to the gate; no one there." },
  },
});
