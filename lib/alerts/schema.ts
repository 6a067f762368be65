import { z } from "zod";
import { ID_SUFFIX } from "@/lib/db/id-suffix";
import { SENT_USE_CASE, spellUseCase, USE_CASE } from "@/lib/db/text";
import { replyShape, sentShape } from "@/lib/http/field-shapes";
import {
  batchResultSchema,
  batchRowsSchema,
  idPattern,
  idSchema,
  listParameter,
  listSchema,
  nameSchema,
  paginationParameters,
  pastTimestampSchema,
  rowProblemSchema,
  tagsSchema,
  textSchema,
  timestampSchema,
} from "@/lib/http/wire";
import { MAX_BATCH_ROWS, MAX_SEARCH, MAX_UPDATED_IDS } from "@/lib/limits";
import { alertSorts, alertStatuses, dispositions, exportFormats, isClosed, severities } from "@/lib/values";
import { isNullableField, type NullableAlertField } from "./columns";
import { alertFields, changeableFields, creatableFields } from "./fields";

const MAX_METADATA_KEYS = 50;
const MAX_METADATA_BYTES = 16 * 1024;
const encoder = new TextEncoder();

export const useCaseSchema = z
  .string()
  .transform(spellUseCase)
  .pipe(z.string().regex(USE_CASE, "Use 1 to 64 characters from a-z, 0-9, _ and - (spaces become _)."))
  .meta({
    description: "The use case of the detection. Any name is accepted",
    example: "intrusion",
    override: { pattern: SENT_USE_CASE },
  });

const mediaType = z.enum(["image", "video"]).meta({ id: "MediaType" });
const media = z
  .strictObject({
    type: mediaType,
    url: z
      .url({ protocol: /^https$/, error: "Must be an https URL." })
      .max(2048, "At most 2048 characters.")
      .meta({ override: { pattern: "^[Hh][Tt][Tt][Pp][Ss]:" } }),
    taken_at: timestampSchema.optional(),
  })
  .meta({ id: "AlertMediaCreate", description: "A link to an image or video" });

const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => Object.keys(value).length <= MAX_METADATA_KEYS, `At most ${MAX_METADATA_KEYS} keys.`)
  .refine((value) => encoder.encode(JSON.stringify(value)).length <= MAX_METADATA_BYTES, "At most 16 KB as JSON.")
  .meta({
    id: "Metadata",
    description: "Your own data: at most 50 keys and 16 KB",
    example: { zone: "gate-4" },
    override: { maxProperties: MAX_METADATA_KEYS },
  });

const status = z.enum(alertStatuses).meta({ id: "AlertStatus" });
const severity = z.enum(severities).meta({ id: "Severity" });
const disposition = z.enum(dispositions).meta({ id: "Disposition" });
const NO_PROBABILITY = "Send a number from 0 to 1: 95 % is 0.95.";
const confidence = z.number().min(0, NO_PROBABILITY).max(1, NO_PROBABILITY);
const assignee = idSchema("user", "To find user IDs, see `assignee_id` in the reply of GET /alerts.");

/** Validators for creating an alert, for fields that need more than a maximum length. */
const createChecks = {
  camera_id: nameSchema(255).meta({
    description: "The camera's ID, or your own `external_id`",
    example: "dock-3-east",
  }),
  use_case: useCaseSchema,
  status: status.default("open").meta({ description: "The initial status" }),
  severity: severity.default("medium"),
  occurred_at: pastTimestampSchema.optional().meta({ description: "When the detection happened. Defaults to now" }),
  dedup_key: nameSchema(255).nullish().meta({
    description:
      "Increments the counter of the open or acknowledged alert with the same key instead of creating an alert",
  }),
  confidence: confidence.nullish(),
  media: z.array(media).max(10, "At most 10 media.").default([]),
  tags: tagsSchema.default([]),
  metadata: metadata.default({}),
  assignee_id: assignee.nullish(),
  disposition: disposition.nullish(),
};
/** Validators for changing an alert, for fields that need more than a maximum length. */
const updateChecks = {
  status: status.optional().meta({ description: "The new status. `invalid_transition` lists the allowed ones" }),
  severity: severity.optional(),
  tags: tagsSchema.optional(),
  metadata: metadata.optional().meta({ description: "Replaces all metadata" }),
  assignee_id: assignee.nullish(),
  disposition: disposition.nullish(),
};

const closedOnly = "Send this only with the status resolved or dismissed.";

export const alertCreateSchema = z
  .strictObject(sentShape(alertFields, creatableFields, createChecks))
  .refine((alert) => !alert.disposition || isClosed(alert.status), { path: ["disposition"], error: closedOnly })
  .refine((alert) => !alert.disposition_reason || isClosed(alert.status), {
    path: ["disposition_reason"],
    error: closedOnly,
  })
  .meta({ id: "AlertCreate" });
export type AlertCreate = z.output<typeof alertCreateSchema>;

export const alertUpdateSchema = z
  .strictObject({
    ...sentShape(alertFields, changeableFields, updateChecks),
    comment: textSchema(4_000).optional().meta({ description: "Stored with this change in the alert's history" }),
  })
  .meta({ id: "AlertUpdate" });
export type AlertUpdate = z.output<typeof alertUpdateSchema>;

const cameraSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    external_id: z.string().nullable(),
    site: z.object({ id: z.string(), name: z.string() }).meta({ id: "SiteSummary" }).nullable(),
  })
  .meta({ id: "CameraSummary" });

/** Schemas of reply fields that differ from those in requests. */
const replyShapes = {
  status,
  severity,
  disposition: disposition.nullable(),
  media: z.array(
    z.object({ type: mediaType, url: z.string(), taken_at: z.string().optional() }).meta({ id: "AlertMedia" }),
  ),
  metadata: metadata.meta({ description: alertFields.metadata.description }),
};
export const alertSchema = z
  .object({
    ...replyShape<typeof alertFields, NullableAlertField, typeof replyShapes>(
      alertFields,
      isNullableField,
      replyShapes,
    ),
    camera: cameraSummary.optional().meta({ description: "With `expand=camera`" }),
    deduplicated: z
      .boolean()
      .optional()
      .meta({ description: "Whether this request incremented the counter of an existing alert" }),
  })
  .meta({ id: "Alert" });
export type Alert = z.output<typeof alertSchema>;

export const alertBatchSchema = z
  .strictObject({ alerts: batchRowsSchema("AlertCreate", MAX_BATCH_ROWS) })
  .meta({ id: "AlertBatch" });
export const alertBatchResultSchema = batchResultSchema("AlertBatch", "alert", alertSchema);
export type AlertBatchResult = z.output<typeof alertBatchResultSchema>;

export const alertListSchema = listSchema(alertSchema).meta({ id: "AlertList" });
export type AlertList = z.output<typeof alertListSchema>;

/** The filters of the list, shared by the export and the batch update. */
export const alertFilters = {
  status: listParameter(status).optional(),
  use_case: listParameter(useCaseSchema).optional(),
  camera_id: listParameter(nameSchema(255)).optional().meta({ description: "IDs or external IDs" }),
  site_id: listParameter(idSchema("site")).optional(),
  severity: listParameter(severity).optional(),
  tag: listParameter(nameSchema(50)).optional().meta({ description: "Alerts with any of these tags" }),
  assignee_id: listParameter(
    z
      .union([assignee, z.literal("none")], { error: "Send an ID that starts with user_, or `none`." })
      .meta({ override: { anyOf: undefined, type: "string", pattern: `^(?:none|user_${ID_SUFFIX})$` } }),
  )
    .optional()
    .meta({ description: "IDs of assignees, or `none` for unassigned alerts" }),
  occurred_after: timestampSchema.optional(),
  occurred_before: timestampSchema.optional(),
  created_after: timestampSchema.optional(),
  created_before: timestampSchema.optional(),
  updated_after: timestampSchema.optional(),
  q: textSchema(MAX_SEARCH).optional().meta({
    description:
      "Matches this exact text in the title, description or use case. Use at least 3 consecutive letters (a to z) or digits, which an index can find. Other text is rejected if it would require reading too many alerts",
  }),
};

// Analytics takes its period as `from` and `to`, so the list's time filters are omitted.
const { occurred_after: _after, occurred_before: _before, ...periodless } = alertFilters;
/** The filters that analytics shares with the list. */
export const countFilters = periodless;
export type CountFilters = z.output<z.ZodObject<typeof countFilters>>;

const {
  created_after: _createdAfter,
  created_before: _createdBefore,
  updated_after: _updatedAfter,
  ...standing
} = periodless;
/** The filters without times, for conditions that apply to future alerts. */
export const standingFilters = {
  ...standing,
  status: standing.status.meta({ description: "Only alerts with one of these statuses" }),
};

/** Rejects ranges that end before or when they start, because no alert could match. */
function checkRanges(filter: Partial<Record<keyof typeof alertFilters, unknown>>, ctx: z.RefinementCtx): void {
  for (const field of ["occurred", "created"] as const) {
    const { [`${field}_after` as const]: after, [`${field}_before` as const]: before } = filter;
    if (typeof after !== "string" || typeof before !== "string" || after < before) continue;
    ctx.addIssue({ code: "custom", path: [`${field}_after`], message: `Must be before \`${field}_before\`.` });
  }
}

/** The filters in a request body. Filters with several values are arrays there. */
const alertFilterSchema = z
  .strictObject(alertFilters)
  .refine(
    (filter) => Object.values(filter).some((value) => value !== undefined && value !== ""),
    "Send at least one filter.",
  )
  .superRefine(checkRanges)
  .meta({ id: "AlertFilter" });
export type AlertFilter = z.output<typeof alertFilterSchema>;

const batchChange = z
  .strictObject({
    status: status.optional(),
    severity: severity.optional(),
    assignee_id: assignee.nullish(),
    tags: tagsSchema.optional().meta({ description: "Replaces all tags" }),
    add_tags: tagsSchema.optional().meta({ description: "Adds these tags to each alert" }),
    remove_tags: tagsSchema.optional().meta({ description: "Removes these tags from each alert" }),
    disposition: disposition.nullish(),
    disposition_reason: textSchema(500).nullish(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "Send at least one field.")
  .refine((change) => !change.tags || (!change.add_tags && !change.remove_tags), {
    path: ["tags"],
    error: "Send either `tags` to replace all tags, or `add_tags` and `remove_tags`.",
  })
  .meta({ id: "AlertBatchChange" });

export const alertBatchUpdateSchema = z
  .strictObject({
    ids: z
      .array(z.unknown())
      .min(1, "Send at least one ID.")
      .max(MAX_UPDATED_IDS, `At most ${MAX_UPDATED_IDS} ids.`)
      .optional()
      .meta({
        description: `The IDs of the alerts to change, at most ${MAX_UPDATED_IDS}. Send either \`ids\` or \`filter\``,
        override: { items: { type: "string", pattern: idPattern("alert") }, minItems: 1, maxItems: MAX_UPDATED_IDS },
      }),
    filter: alertFilterSchema
      .optional()
      .meta({ description: "Selects the alerts to change, with the filters of the list" }),
    cursor: z.string().min(1).optional().meta({ description: "With `filter`: `next_cursor` of the previous reply" }),
    change: batchChange,
    comment: textSchema(4_000).optional().meta({ description: "Stored with the change in each alert's history" }),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ["ids"],
    error: "Send either `ids` or `filter`.",
  })
  .refine(({ filter, cursor }) => filter !== undefined || cursor === undefined, {
    path: ["cursor"],
    error: "Send this only with `filter`.",
  })
  .meta({ id: "AlertBatchUpdate" });
export type AlertBatchUpdate = z.output<typeof alertBatchUpdateSchema>;

export const alertBatchUpdateResultSchema = z
  .object({
    results: z.array(
      z
        .object({
          index: z
            .int()
            .meta({ description: "Index in `ids`, or among the alerts that match the filter, starting at 0" }),
          id: z
            .string()
            .optional()
            .meta({ description: "The alert's ID. Missing if the ID you sent isn't an alert ID" }),
          status: z.int().meta({ description: "The HTTP status for this alert" }),
          alert: alertSchema.optional().meta({ description: "The alert after the change" }),
          problem: rowProblemSchema.optional(),
        })
        .meta({ id: "AlertBatchUpdateRow", description: "The result for one alert" }),
    ),
    succeeded: z.int().meta({ description: "Number of results with 200" }),
    failed: z.int().meta({ description: "Number of results with any other status" }),
    has_more: z.boolean().meta({ description: "Whether more alerts match the filter" }),
    next_cursor: z.string().nullable().meta({ description: "Send it as `cursor` with the same filter to continue" }),
  })
  .meta({ id: "AlertBatchUpdateResult" });
export type AlertBatchUpdateResult = z.output<typeof alertBatchUpdateResultSchema>;

const expansion = z.enum(["camera"]).meta({ id: "AlertExpansion" });

export const alertListQuerySchema = z
  .strictObject({
    ...alertFilters,
    sort: z.enum(alertSorts).meta({ id: "AlertSort" }).default("-created_at"),
    expand: listParameter(expansion).optional().meta({ description: "`camera` adds each alert's camera and site" }),
    ...paginationParameters,
  })
  .superRefine(checkRanges);
export type AlertListQuery = z.output<typeof alertListQuerySchema>;

/** The export can't be sorted by last change, because alerts that change during the export would be missing. */
export const alertExportQuerySchema = z
  .strictObject({
    ...alertFilters,
    format: z
      .enum(exportFormats)
      .meta({ id: "ExportFormat" })
      .optional()
      .meta({ description: "Defaults to the format in `Accept`, else `csv`" }),
    sort: z.enum(alertSorts).exclude(["-updated_at"]).meta({ id: "AlertExportSort" }).default("-created_at"),
    expand: listParameter(expansion)
      .optional()
      .meta({ description: "`camera` adds each alert's camera and site to NDJSON; CSV always has them" }),
  })
  .superRefine(checkRanges);
export type AlertExportQuery = z.output<typeof alertExportQuerySchema>;

export const alertIdSchema = idSchema("alert");
export const alertParamsSchema = z.object({ id: alertIdSchema });
export const alertReadQuerySchema = z.strictObject({ expand: listParameter(expansion).optional() });
