import type { IdKind } from "@/lib/db/ids";

/**
 * The type of a field in replies. Each is one column of its table, except an actor, which is `…_kind`, `…_id` and
 * `…_name`.
 */
type Form =
  | { form: "id"; of: IdKind }
  | { form: "actor" }
  | { form: "time" }
  /** Any text. `maxLength` limits the characters that callers may send. */
  | { form: "text"; maxLength?: number }
  /** Text that never needs JSON escaping, such as an enum value. */
  | { form: "word" }
  | { form: "integer" }
  | { form: "number" }
  | { form: "boolean" }
  /** An array of texts. */
  | { form: "list" }
  | { form: "json" };

/** The properties of a field that its table doesn't define. Plain data, which browser code may import. */
export type ResourceField = Form & {
  /** Whether callers may send it: on create, or also on change. Otherwise the server sets it. */
  sent?: "create" | "always";
  /**
   * Its description for the API reference. Descriptions shared by several resources are in `lib/api/descriptions.ts`.
   */
  description?: string;
};

export type ResourceFields = Record<string, ResourceField>;

/** Returns the fields that callers may send: `"create" | "always"` on create, `"always"` on change. */
export type SentField<F extends ResourceFields, When extends "create" | "always"> = {
  [N in keyof F & string]: F[N] extends { sent: When } ? N : never;
}[keyof F & string];

export const fieldNames = <F extends ResourceFields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** Fields that callers may send on create. */
export const creatable = <F extends ResourceFields>(fields: F) =>
  fieldNames(fields).filter((name) => fields[name]?.sent !== undefined) as SentField<F, "create" | "always">[];

/** Fields that callers may change. */
export const changeable = <F extends ResourceFields>(fields: F) =>
  fieldNames(fields).filter((name) => fields[name]?.sent === "always") as SentField<F, "always">[];
