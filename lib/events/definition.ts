import { z } from "zod";
import type { EventSubject, EventType } from "@/lib/values";

const checked = Symbol("checked");

/** An event to append to the feed. Only the `of` of a definition returns one, so the compiler checks its data. */
export interface NewEvent {
  readonly [checked]: true;
  type: EventType;
  /** UUID of the alert, camera, key or webhook. */
  subjectId: string;
  data: object;
}

/** An alert's event is stored without the alert's ID and with the camera's UUID. `toEvent` completes both. */
type Stored<Data> = Data extends { alert: infer Alert } ? Omit<Data, "alert"> & { alert: Omit<Alert, "id"> } : Data;

interface Definition<Type extends EventType, Shape extends z.ZodRawShape> {
  type: Type;
  /** When the event happens, as a sentence. */
  when: string;
  /** The fields of the event's `data`. */
  shape: Shape;
  example: z.output<z.ZodObject<Shape>>;
}

const test = z.literal(true).optional().meta({ description: "Only in the example that a webhook's test sends" });

/** Returns the kind of resource that events of a type are about. */
export const subjectOfType = (type: EventType) => type.slice(0, type.indexOf(".")) as EventSubject;

/** Returns the first part of the names of the OpenAPI schemas of a type, such as `AlertCreated`. */
export const eventComponent = (type: EventType | EventSubject) =>
  type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Defines an event type: the schema of its data, an example, and a function that makes its events. */
export function defineEvent<const Type extends EventType, Shape extends z.ZodRawShape>({
  type,
  when,
  shape,
  example,
}: Definition<Type, Shape>) {
  const id = `${eventComponent(type)}Data`;
  return {
    type,
    when,
    example,
    data: z.object({ ...shape, test }).meta({ id, description: `The data of the event \`${type}\`` }),
    of: (subjectId: string, data: Stored<z.output<z.ZodObject<Shape>>>): NewEvent => ({
      [checked]: true,
      type,
      subjectId,
      data,
    }),
  };
}
