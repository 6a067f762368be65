import { z } from "zod";
import { EXAMPLE_SUFFIX, ID_SUFFIX } from "@/lib/db/id-suffix";
import { decodeId, type IdKind } from "@/lib/db/ids";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import { DEFAULT_PAGE_SIZE, MAX_CLOCK_AHEAD_MS, MAX_PAGE_SIZE, MAX_TAGS } from "@/lib/limits";
import { isTimeZone, TIME_ZONE } from "@/lib/time-zone";
import type { ActorKind } from "@/lib/values";
import { actorKinds, scopes } from "@/lib/values";

/**
 * Returns the schema of a public ID of one type.
 * @param hint a sentence that says where to find such an ID.
 */
export function idSchema(kind: IdKind, hint?: string) {
  const detail = `Send an ID that starts with ${kind}_.`;
  return z
    .string()
    .refine((value) => decodeId(kind, value) !== null, hint ? `${detail} ${hint}` : detail)
    .meta({
      description: `The ID of the ${kind}`,
      example: `${kind}_${EXAMPLE_SUFFIX}`,
      override: { pattern: idPattern(kind) },
    });
}

/** Returns the pattern of IDs of these types, for the OpenAPI document. */
export const idPattern = (...kinds: IdKind[]) =>
  kinds.length === 1 ? `^${kinds[0]}_${ID_SUFFIX}$` : `^(?:${kinds.join("|")})_${ID_SUFFIX}$`;

/** Converts ISO 8601 offsets such as `+0200`, which some generated clients send, to RFC 3339's `+02:00`. */
const addOffsetColon = (time: string) => time.replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
const NO_TIME = "Send an RFC 3339 time with a time zone, for example 2026-01-31T12:00:00Z.";

/**
 * The schema of a time in requests: RFC 3339 with a time zone, not before 1970. It normalizes times to UTC with
 * milliseconds.
 */
export const timestampSchema = z
  .string(NO_TIME)
  .transform(addOffsetColon)
  .pipe(z.iso.datetime({ offset: true, error: NO_TIME }))
  .refine((value) => {
    const time = Date.parse(value);
    return time >= 0 && time < 253_402_300_800_000;
  }, "Must be between the years 1970 and 9999.")
  .transform((value) => new Date(value).toISOString())
  .meta({ override: { format: "date-time" } });

/** The schema of a time in the past. It may be at most five minutes ahead of this server's clock. */
export const pastTimestampSchema = timestampSchema.refine(
  (value) => Date.parse(value) <= Date.now() + MAX_CLOCK_AHEAD_MS,
  "This time is more than 5 minutes in the future. Check the clock of the system that sent it.",
);

/** The schema of an IANA time zone that this runtime knows. */
export const timezoneSchema = z
  .string()
  .refine(isTimeZone, "Send an IANA time zone, for example Europe/Berlin.")
  .meta({ example: "Europe/Berlin", override: { pattern: TIME_ZONE.source } });

/** Matches a visible character: not white space, and not invisible. */
const VISIBLE = /[^\s\p{Cf}\p{Mn}\p{Z}]/u;
/**
 * The pattern of text that isn't blank, for the OpenAPI document. All languages support its syntax. It is
 * anchored, because generated Python clients match from the first character.
 */
export const NOT_BLANK = "^\\s*\\S";

/** Returns the schema of text with 1 to `max` characters after trimming. At least one must be visible. */
export const nameSchema = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "Must not be empty.")
    .max(max, `At most ${max} characters.`)
    .refine((text) => text === "" || VISIBLE.test(text), "Must contain a visible character.")
    .meta({ override: { pattern: NOT_BLANK } });
export const textSchema = (max: number) => z.string().max(max, `At most ${max} characters.`);
export const tagsSchema = z
  .array(nameSchema(50))
  .max(MAX_TAGS, `At most ${MAX_TAGS} tags.`)
  .transform((list) => [...new Set(list)]);

/** Returns the schema of an integer in a query. It accepts only digits, so `1e3`, `0x10` and blanks are rejected. */
export function integerParameter(minimum: number, maximum: number) {
  const detail = `Must be a whole number from ${minimum} to ${maximum}.`;
  return z
    .string()
    .regex(/^(?:0|[1-9]\d{0,8})$/, detail)
    .transform(Number)
    .refine((n) => n >= minimum && n <= maximum, detail)
    .meta({ override: { type: "integer", minimum, maximum, pattern: undefined } });
}

const booleanParameter = z
  .enum(["true", "false"])
  .transform((value) => value === "true")
  .meta({ override: { type: "boolean", enum: undefined } });

/** Returns the schema of a query parameter that accepts several values, repeated or comma-separated. */
export const listParameter = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(100);

/** The schemas of the query parameters that every list has. */
export const paginationParameters = {
  limit: integerParameter(1, MAX_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .meta({ description: `Rows per page, 1 to ${MAX_PAGE_SIZE}` }),
  cursor: z.string().min(1).meta({ description: "The `next_cursor` of the previous page" }).optional(),
  include_total: booleanParameter.meta({ description: "Also return the total number of matches" }).optional(),
};

/** The schema of the query of a list that has no filters. */
export const pageQuerySchema = z.strictObject(paginationParameters);
export type PageQuery = z.output<typeof pageQuerySchema>;

/** Returns the schema of a page of a list: its rows, whether there are more, and the next cursor. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().meta({ description: "Send it as `cursor` for the next page" }),
    total: z.int().optional().meta({ description: "With `include_total=true`: how many rows match" }),
  });
}

/** The schema of a scope. */
export const scopeSchema = z.enum(scopes).meta({ id: "Scope" });

/** The schema of an error code. */
export const errorCodeSchema = z
  .enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]])
  .meta({ id: "ErrorCode", description: "The error code. More codes may be added" });

/** The schema of one invalid part of the input. */
export const inputIssueSchema = z
  .object({
    pointer: z
      .string()
      .optional()
      .meta({ description: "JSON pointer into the body (RFC 6901)", example: "/camera_id" }),
    parameter: z.string().optional().meta({ description: "Name of a query parameter or header", example: "limit" }),
    code: z.string().meta({ description: "A machine-readable code", example: "required" }),
    detail: z.string().meta({ description: "A human-readable description", example: "This field is required." }),
  })
  .meta({ id: "InputIssue", description: "One invalid location in the input" });

/** The schema of a rejected batch row's problem: a problem document without the fields about the whole request. */
export const rowProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: errorCodeSchema,
    errors: z.array(inputIssueSchema).optional(),
  })
  .catchall(z.unknown())
  .meta({ id: "RowProblem", description: "Why a row of a batch failed. Other rows aren't affected" });

/**
 * Returns the schema of a batch's rows. It doesn't validate them, because each is validated separately, so that an
 * invalid row doesn't reject the others.
 */
export function batchRowsSchema(component: string, maximum: number) {
  return z
    .array(z.unknown())
    .min(1, "Send at least one row.")
    .max(maximum, `At most ${maximum} rows.`)
    .meta({
      override: { items: { $ref: `#/components/schemas/${component}` }, minItems: 1, maxItems: maximum },
    });
}

/**
 * Returns the schema of a batch's reply: one result per row, in order. The field `name` of a result contains the
 * stored row.
 */
export function batchResultSchema<const N extends string, T extends z.ZodType>(component: string, name: N, item: T) {
  const result = z
    .object({
      index: z.int().meta({ description: "Index of the row in the request, starting at 0" }),
      status: z.int().meta({ description: "The HTTP status of this row alone" }),
      [name]: item.optional(),
      problem: rowProblemSchema.optional(),
    } as { index: z.ZodInt; status: z.ZodInt; problem: z.ZodOptional<typeof rowProblemSchema> } & Record<
      N,
      z.ZodOptional<T>
    >)
    .meta({ id: `${component}Row`, description: "The result of one row" });
  return z.object({ results: z.array(result), succeeded: z.int(), failed: z.int() }).meta({ id: `${component}Result` });
}

const actorIdKinds: Record<ActorKind, IdKind> = {
  api_key: "key",
  oauth_app: "app",
  user: "user",
  automation: "rule",
  system: "organization",
};
export const actorIdKind = (kind: ActorKind) => actorIdKinds[kind];

/** The schema of an actor: a person or a machine client that did something. */
export const actorSchema = z
  .object({ kind: z.enum(actorKinds).meta({ id: "ActorKind" }), id: z.string(), name: z.string() })
  .meta({ id: "Actor", description: "The actor: a person, an API key, an app or Sightline itself" });
export type ActorReference = z.output<typeof actorSchema>;
