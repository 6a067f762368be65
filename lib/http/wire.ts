import { z } from "zod";
import { ID_SUFFIX } from "@/lib/db/id-suffix";
import { decodeId, type IdKind } from "@/lib/db/ids";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import { DEFAULT_PAGE_SIZE, MAX_CLOCK_AHEAD_MS, MAX_PAGE_SIZE, MAX_TAGS } from "@/lib/limits";
import { isTimeZone, TIME_ZONE } from "@/lib/time-zone";
import type { ActorKind } from "@/lib/values";
import { actorKinds } from "@/lib/values";

/** An id of one kind on the wire. @param hint where to find one, as a sentence. */
export function idSchema(kind: IdKind, hint?: string) {
  const detail = `Send an ID that starts with ${kind}_.`;
  return z
    .string()
    .refine((value) => decodeId(kind, value) !== null, hint ? `${detail} ${hint}` : detail)
    .meta({
      description: `The ID of the ${kind}`,
      example: `${kind}_01k9t0w5a7f0gs3m5h1v2c4x6z`,
      override: { pattern: idPattern(kind) },
    });
}

/** What an id of one of these kinds looks like, for the OpenAPI document. */
export const idPattern = (...kinds: IdKind[]) =>
  kinds.length === 1 ? `^${kinds[0]}_${ID_SUFFIX}$` : `^(?:${kinds.join("|")})_${ID_SUFFIX}$`;

/** The offset of ISO 8601's basic format, such as `+0200`, with RFC 3339's colon. Some generated clients send it. */
const addOffsetColon = (time: string) => time.replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
const NO_TIME = "Send an RFC 3339 time with a time zone, for example 2026-01-31T12:00:00Z.";

/** A moment on the wire: RFC 3339 with a zone, from 1970 on; replies always are UTC with milliseconds. */
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

/** A moment that may not lie more than five minutes ahead of this server's clock. */
export const pastTimestampSchema = timestampSchema.refine(
  (value) => Date.parse(value) <= Date.now() + MAX_CLOCK_AHEAD_MS,
  "More than 5 minutes in the future. Check the sender's clock.",
);

/** An IANA time zone that this runtime knows. */
export const timezoneSchema = z
  .string()
  .refine(isTimeZone, "Send an IANA time zone, for example Europe/Berlin.")
  .meta({ example: "Europe/Berlin", override: { pattern: TIME_ZONE.source } });

/** Neither space nor one of the marks that show nothing by themselves. */
const VISIBLE = /[^\s\p{Cf}\p{Mn}\p{Z}]/u;
/**
 * The same for the OpenAPI document, as far as every language's regular expressions can say it. It starts at the first
 * character because generated Python clients match from there.
 */
export const NOT_BLANK = "^\\s*\\S";

/** Text with 1 to `max` characters after trimming, one of which can be seen. */
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

/** A whole number in a query: digits only, so that `1e3`, `0x10` and blanks are refused. */
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

/** A filter that takes several values, repeated or separated by commas. */
export const listParameter = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(100);

/** Query parameters that every list has. */
export const paginationParameters = {
  limit: integerParameter(1, MAX_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .meta({ description: `Rows per page, 1 to ${MAX_PAGE_SIZE}` }),
  cursor: z.string().min(1).meta({ description: "`next_cursor` of the previous page" }).optional(),
  include_total: booleanParameter.meta({ description: "Also return the total number of matches" }).optional(),
};

/** The query of a list that has no filters. */
export const pageQuerySchema = z.strictObject(paginationParameters);
export type PageQuery = z.output<typeof pageQuerySchema>;

/** The reply of a list: a page, and whether and where there is more. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().meta({ description: "Send it as `cursor` for the next page" }),
    total: z.int().optional().meta({ description: "With `include_total=true`: how many rows match" }),
  });
}

/** Every code that a failure can have. */
export const errorCodeSchema = z
  .enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]])
  .meta({ id: "ErrorCode", description: "The error code. More codes may be added" });

/** One place of the input that breaks a rule. */
export const inputIssueSchema = z
  .object({
    pointer: z
      .string()
      .optional()
      .meta({ description: "JSON pointer into the body (RFC 6901)", example: "/camera_id" }),
    parameter: z.string().optional().meta({ description: "Name of a query or path parameter", example: "limit" }),
    code: z.string().meta({ description: "A code for programs", example: "required" }),
    detail: z.string().meta({ description: "A description for people", example: "This field is required." }),
  })
  .meta({ id: "InputIssue", description: "One invalid location in the input" });

/** What went wrong with one row of a batch: a problem document without what belongs to the whole request. */
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

/** The rows of a batch's body. They are checked one by one, so that a bad row does not refuse the good ones. */
export function batchRowsSchema(component: string, maximum: number) {
  return z
    .array(z.unknown())
    .min(1, "Send at least one row.")
    .max(maximum, `At most ${maximum} rows.`)
    .meta({
      override: { items: { $ref: `#/components/schemas/${component}` }, minItems: 1, maxItems: maximum },
    });
}

/** The reply of a batch: one result per row, in the order of the rows. A stored row comes in the member `name`. */
export function batchResultSchema<const N extends string, T extends z.ZodType>(component: string, name: N, item: T) {
  const result = z
    .object({
      index: z.int().meta({ description: "Place of the row in the request, from 0" }),
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

/** A person or machine that did something. */
export const actorSchema = z
  .object({ kind: z.enum(actorKinds).meta({ id: "ActorKind" }), id: z.string(), name: z.string() })
  .meta({ id: "Actor", description: "The actor: a person, an API key or an app" });
export type ActorReference = z.output<typeof actorSchema>;
