import { z } from "zod";
import { decodeId } from "@/lib/db/ids";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import {
  idSchema,
  integerParameter,
  listParameter,
  listSchema,
  paginationParameters,
  textSchema,
  timestampSchema,
} from "@/lib/http/wire";
import { MAX_COUNTED_REQUESTS, MAX_FILTERED_MS, MAX_LOGGED_BODY, REQUEST_LOG_RETENTION_D } from "@/lib/limits";
import { actorKinds, requestMethods } from "@/lib/values";

const credentialId = z
  .string()
  .refine(
    (value) => decodeId("key", value) !== null || decodeId("app", value) !== null,
    "Send an ID that starts with key_ or app_.",
  );
const status = z.string().regex(/^[1-5](?:\d\d|xx)$/, "Send a status such as 422, or a class: 2xx, 4xx, 5xx.");
const code = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

const duration = integerParameter(0, MAX_FILTERED_MS);

const filters = {
  credential: listParameter(credentialId).optional().meta({ description: "Only requests of these keys and apps" }),
  method: listParameter(z.enum(requestMethods)).optional(),
  route: listParameter(textSchema(200)).optional().meta({ description: "Paths as in the reference: `/alerts/{id}`" }),
  status: listParameter(status).optional().meta({ description: "Statuses or status classes: `422`, `4xx`" }),
  code: listParameter(code).optional().meta({ description: "Error codes of the replies" }),
  ip: textSchema(64).optional().meta({ description: "Only requests from this address" }),
  min_ms: duration.optional().meta({ description: "Only requests that took at least this many milliseconds" }),
  max_ms: duration.optional().meta({ description: "Only requests that took at most this many milliseconds" }),
  from: timestampSchema.optional().meta({ description: "Requests at this time or later" }),
  to: timestampSchema.optional().meta({ description: "Requests before this time" }),
};

export const requestListQuerySchema = z.strictObject({
  id: idSchema("request").optional().meta({ description: "Only the request with this ID" }),
  ...filters,
  ...paginationParameters,
});
export type RequestListQuery = z.output<typeof requestListQuerySchema>;

export const requestHistogramQuerySchema = z.strictObject(filters);
export type RequestHistogramQuery = z.output<typeof requestHistogramQuerySchema>;

export const requestParamsSchema = z.object({ id: idSchema("request") });

const fields = {
  id: z.string(),
  created_at: z.string().meta({ description: "When it arrived" }),
  method: z.string(),
  route: z
    .string()
    .meta({ description: "The path as written in the API reference, or `unknown` if it isn't listed there" }),
  target: z.string().nullable().meta({ description: "Path and query as received, with secrets masked" }),
  status: z.int(),
  code: z.string().nullable().meta({ description: "The error code of the reply" }),
  duration_ms: z.int().meta({ description: "Milliseconds from the request's arrival until the reply was ready" }),
  credential: z.object({
    kind: z.enum(actorKinds),
    id: z.string(),
    name: z.string().nullable().meta({ description: "The current name" }),
  }),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
};

const requestEntrySchema = z
  .object(fields)
  .meta({ id: "LoggedRequest", description: `A request of the last ${REQUEST_LOG_RETENTION_D} days` });
export type RequestEntry = z.output<typeof requestEntrySchema>;

export const requestListSchema = listSchema(requestEntrySchema).meta({ id: "LoggedRequestList" });
export type RequestList = z.output<typeof requestListSchema>;

export const requestDetailSchema = z
  .object({
    ...fields,
    problem: z
      .object({
        title: z.string().nullable(),
        detail: z.string(),
        errors: z.array(
          z.object({
            pointer: z.string().optional(),
            parameter: z.string().optional(),
            code: z.string(),
            detail: z.string(),
          }),
        ),
      })
      .nullable()
      .meta({ description: "The problem that was returned. Null for a success" }),
    request_body: z
      .string()
      .nullable()
      .meta({
        description: `For a rejected request: up to ${MAX_LOGGED_BODY} characters of the body, with secrets masked`,
      }),
    request_body_cut: z.boolean().meta({ description: "Whether the stored body was truncated" }),
  })
  .meta({ id: "LoggedRequestDetail" });
export type RequestDetail = z.output<typeof requestDetailSchema>;

export const requestHistogramSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    bucket_s: z.int().meta({
      description: "Length of each bucket in seconds. Buckets start at multiples of this length since 1970 (UTC)",
    }),
    buckets: z
      .array(
        z.object({
          start: z.string(),
          successes: z.int(),
          client_errors: z.int().meta({ description: "Answered with 4xx" }),
          server_errors: z.int().meta({ description: "Answered with 5xx" }),
        }),
      )
      .meta({ description: "The first and last bucket count only requests within the period" }),
    total: z.int(),
    counted_from: z
      .string()
      .nullable()
      .meta({
        description: `The time of the oldest counted request. Set only if a filter by code, IP address or duration matches more than ${MAX_COUNTED_REQUESTS} requests, because then only the newest are counted`,
      }),
  })
  .meta({ id: "RequestHistogram" });
export type RequestHistogram = z.output<typeof requestHistogramSchema>;
