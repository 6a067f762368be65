import type { IdKind } from "@/lib/db/ids";

/** How a field looks in a reply. Each is one column of its table, but an actor: that is `…_kind`, `…_id` and `…_name`. */
type Form =
  | { form: "id"; of: IdKind }
  | { form: "actor" }
  | { form: "time" }
  /** Any text; `maxLength` in characters says how much of it a caller may send. */
  | { form: "text"; maxLength?: number }
  /** Text that JSON never has to escape, such as a member of a closed set. */
  | { form: "word" }
  | { form: "integer" }
  | { form: "number" }
  | { form: "boolean" }
  /** A list of texts. */
  | { form: "list" }
  | { form: "json" };

/** What the table does not know of a field. Plain data, which the browser may import. */
export type ResourceField = Form & {
  /** Whether a caller may send it: when the resource is created, or also to change it. Others are ours to set. */
  sent?: "create" | "always";
  /** What it is, for the API reference; where it is missing, `lib/api/descriptions.ts` has it for several resources. */
  description?: string;
};

export type ResourceFields = Record<string, ResourceField>;

/** The fields that a caller may send: `"create" | "always"` with a create, `"always"` with a change. */
export type SentField<F extends ResourceFields, When extends "create" | "always"> = {
  [N in keyof F & string]: F[N] extends { sent: When } ? N : never;
}[keyof F & string];

export const fieldNames = <F extends ResourceFields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** What callers may send with a create. */
export const creatable = <F extends ResourceFields>(fields: F) =>
  fieldNames(fields).filter((name) => fields[name]?.sent !== undefined) as SentField<F, "create" | "always">[];

/** The fields that callers may change. */
export const changeable = <F extends ResourceFields>(fields: F) =>
  fieldNames(fields).filter((name) => fields[name]?.sent === "always") as SentField<F, "always">[];
