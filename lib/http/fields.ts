import type { IdKind } from "@/lib/db/ids";

/**
 * The type of a field in replies. A field is one column of its table. Only an actor has three: `…_kind`, `…_id`
 * and `…_name`.
 */
type Form =
  | { form: "id"; of: IdKind }
  | { form: "actor" }
  | { form: "time" }
  /** Free text. `maxLength` is the maximum number of characters that callers may send. */
  | { form: "text"; maxLength?: number }
  /** Text that never needs JSON escaping, such as an enum value. */
  | { form: "word" }
  | { form: "integer" }
  | { form: "number" }
  | { form: "boolean" }
  /** An array of text values. */
  | { form: "list" }
  | { form: "json" };

/**
 * The properties of an API field that its database column doesn't define. It is plain data, so browser code may
 * import it.
 */
export type ResourceField = Form & {
  /** When callers may send the field: only on create, or also on change. If absent, only the server sets it. */
  sent?: "create" | "always";
  /**
   * The description for the API reference. Descriptions shared by several resources are in
   * `lib/api/descriptions.ts`.
   */
  description?: string;
};

export type ResourceFields = Record<string, ResourceField>;

/**
 * The names of fields that callers may send. For creates, `When` is `"create" | "always"`. For changes, it is
 * `"always"`.
 */
export type SentField<F extends ResourceFields, When extends "create" | "always"> = {
  [N in keyof F & string]: F[N] extends { sent: When } ? N : never;
}[keyof F & string];

export const fieldNames = <F extends ResourceFields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** Returns the names of fields that callers may send on create. */
export const creatable = <F extends ResourceFields>(fields: F) =>
  fieldNames(fields).filter((name) => fields[name]?.sent !== undefined) as SentField<F, "create" | "always">[];

/** Returns the names of fields that callers may change. */
export const changeable = <F extends ResourceFields>(fields: F) =>
  fieldNames(fields).filter((name) => fields[name]?.sent === "always") as SentField<F, "always">[];
