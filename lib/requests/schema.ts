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
    "Must be an id that starts with key_ or app_.",
  );
const status = z.string().regex(/^[1-5](?:\d\d|xx)$/, "Must be a status such as 422, or a class: 2xx, 4xx, 5xx.");
const code = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

const duration = integerParameter(0, MAX_FILTERED_MS);

const filters = {
  credential: listParameter(credentialId).optional().meta({ description: "Only requests of these keys and apps" }),
  method: listParameter(z.enum(requestMethods)).optional(),
  route: listParameter(textSchema(200))
    .optional()
    .meta({ description: "Paths as the reference writes them: `/alerts/{id}`" }),
  status: listParameter(status).optional().meta({ description: "Statuses or classes of them: `422`, `4xx`" }),
  code: listParameter(code).optional().meta({ description: "Codes of the problem that was answered" }),
  ip: textSchema(64).optional().meta({ description: "Only requests from this address" }),
  min_ms: duration.optional().meta({ description: "Only requests that took so many milliseconds or more" }),
  max_ms: duration.optional().meta({ description: "Only requests that took so many milliseconds or less" }),
  from: timestampSchema.optional().meta({ description: "Requests that came then or later" }),
  to: timestampSchema.optional().meta({ description: "Requests that came before" }),
};

export const requestListQuerySchema = z.strictObject({
  id: idSchema("request").optional().meta({ description: "Only the request with this id" }),
  ...filters,
  ...paginationParameters,
});
export type RequestListQuery = z.output<typeof requestListQuerySchema>;

export const requestHistogramQuerySchema = z.strictObject(filters);
export type RequestHistogramQuery = z.output<typeof requestHistogramQuerySchema>;

export const requestParamsSchema = z.object({ id: idSchema("request") });

const fields = {
  id: z.string(),
  created_at: z.string().meta({ description: "When it came" }),
  method: z.string(),
  route: z.string().meta({ description: "The path as the reference writes it, `unknown` where it has none of them" }),
  target: z.string().nullable().meta({ description: "Path and query as they came, secrets masked" }),
  status: z.int(),
  code: z.string().nullable().meta({ description: "Code of the problem that was answered" }),
  duration_ms: z.int().meta({ description: "Milliseconds from its arrival until its answer was ready" }),
  credential: z.object({
    kind: z.enum(actorKinds),
    id: z.string(),
    name: z.string().nullable().meta({ description: "The name it has now" }),
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
      .meta({ description: "What was answered instead; null for a success" }),
    request_body: z
      .string()
      .nullable()
      .meta({
        description: `Of a refused request: up to ${MAX_LOGGED_BODY} characters of what was sent, secrets masked`,
      }),
    request_body_cut: z.boolean().meta({ description: "Whether there was more of it" }),
  })
  .meta({ id: "LoggedRequestDetail" });
export type RequestDetail = z.output<typeof requestDetailSchema>;

export const requestHistogramSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    bucket_s: z.int().meta({ description: "Seconds of each bucket; they begin at multiples of it since 1970, UTC" }),
    buckets: z
      .array(
        z.object({
          start: z.string(),
          successes: z.int(),
          client_errors: z.int().meta({ description: "Answered with 4xx" }),
          server_errors: z.int().meta({ description: "Answered with 5xx" }),
        }),
      )
      .meta({ description: "Of the first and last only what lies in the period counts" }),
    total: z.int(),
    counted_from: z
      .string()
      .nullable()
      .meta({
        description: `Filters by code, address and duration count the newest ${MAX_COUNTED_REQUESTS} requests; since when, if there are more`,
      }),
  })
  .meta({ id: "RequestHistogram" });
export type RequestHistogram = z.output<typeof requestHistogramSchema>;
