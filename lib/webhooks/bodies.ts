import { z } from "zod";
import {
  alertCreated,
  alertReoccurred,
  alertSnapshotSchema,
  alertStatusChanged,
  alertUpdated,
} from "@/lib/alerts/events";
import { cameraArchived, cameraCreated, cameraStatusChanged, cameraUpdated } from "@/lib/cameras/events";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { eventComponent, subjectOfType } from "@/lib/events/definition";
import { eventTypeSchema } from "@/lib/events/schema";
import { keyCreated, keyExpiring, keyRevoked } from "@/lib/keys/events";
import { alertNoteAdded } from "@/lib/notes/events";
import { type EventSubject, type EventType, eventSubjects, eventTypes } from "@/lib/values";
import { webhookDisabled } from "./events";

/** The definition of each event type, in the order of the documentation. */
export const eventDefinitions = {
  "alert.created": alertCreated,
  "alert.updated": alertUpdated,
  "alert.status_changed": alertStatusChanged,
  "alert.note_added": alertNoteAdded,
  "alert.reoccurred": alertReoccurred,
  "camera.created": cameraCreated,
  "camera.updated": cameraUpdated,
  "camera.archived": cameraArchived,
  "camera.status_changed": cameraStatusChanged,
  "key.created": keyCreated,
  "key.expiring": keyExpiring,
  "key.revoked": keyRevoked,
  "webhook.disabled": webhookDisabled,
} satisfies { [Type in EventType]: { type: Type } };

const timestamp = z.string().meta({ description: "When the change happened", override: { format: "date-time" } });

function fullBody(type: EventType): z.ZodObject {
  const { data, when } = eventDefinitions[type];
  return z
    .object({ type: z.literal(type).meta({ description: "What happened" }), timestamp, data })
    .meta({ id: `${eventComponent(type)}Event`, description: when });
}

function thinBody(subject: EventSubject): z.ZodObject {
  const name = `Thin${eventComponent(subject)}`;
  const reference = z
    .object({
      id: z.string().meta({ description: `The ID of the ${subject}` }),
      ...(subject === "alert" && { version: alertSnapshotSchema.shape.version }),
    })
    .meta({ id: name, description: `The ${subject} that the event is about` });
  const data = z.object({ [subject]: reference }).meta({ id: `${name}Data`, description: "The data of a thin body" });
  return z
    .object({ type: eventTypeSchema.meta({ description: "What happened" }), timestamp, data })
    .meta({ id: `${name}Event`, description: `A delivery about the ${subject} with \`body: thin\`` });
}

/** Returns an example of a thin body without its time. */
function thinExample(subject: EventSubject) {
  const id = `${subject}_${EXAMPLE_SUFFIX}`;
  const type = eventTypes.find((one) => subjectOfType(one) === subject);
  return { type, data: { [subject]: subject === "alert" ? { id, version: 1 } : { id } } };
}

/** Returns the names of the OpenAPI schemas of an event type: of its bodies, and of its data. */
export const bodyComponents = (type: EventType) => ({
  data: `${eventComponent(type)}Data`,
  full: `${eventComponent(type)}Event`,
  thin: `Thin${eventComponent(subjectOfType(type))}Event`,
});

/** The schemas of the bodies of deliveries: full ones by event type, and thin ones by subject. */
export const bodySchemas = {
  full: eventTypes.map((type) => ({ type, schema: fullBody(type) })),
  thin: eventSubjects.map((subject) => ({ subject, schema: thinBody(subject), example: thinExample(subject) })),
};
