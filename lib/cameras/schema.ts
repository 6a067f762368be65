import { z } from "zod";
import { useCaseSchema } from "@/lib/alerts/schema";
import { decodeId } from "@/lib/db/ids";
import { replyShape, sentShape } from "@/lib/http/field-shapes";
import {
  batchResultSchema,
  batchRowsSchema,
  idSchema,
  listSchema,
  nameSchema,
  paginationParameters,
  pastTimestampSchema,
  rowProblemSchema,
  tagsSchema,
  textSchema,
  timezoneSchema,
} from "@/lib/http/wire";
import { MAX_BATCH_ROWS, MAX_HEARTBEATS } from "@/lib/limits";
import { cameraStatuses, cameraStatusReasons, probeResults } from "@/lib/values";
import { isNullableCameraField, type NullableCameraField } from "./columns";
import { cameraFields, changeableCameraFields, creatableCameraFields } from "./fields";
import { cameraCountsFilters, cameraListFilters, cameraStatusSchema } from "./filters";

const streamUrl = z
  .url({ protocol: /^(?:rtsps?|https)$/, error: "Must be an rtsp, rtsps or https URL.", abort: true })
  .max(2048, "At most 2048 characters.")
  // Requires a host. Without one, as in rtsp:user:password@camera, URL parsers find no username and password to
  // remove.
  .refine((value) => new URL(value).hostname !== "", {
    error: "Add a host name after rtsp://, rtsps:// or https://.",
    abort: true,
  })
  // Rejects an unescaped slash in a password. It ends the host before the @, so the rest of the password would be
  // part of the path.
  .refine((value) => {
    const { username, pathname } = new URL(value);
    return username !== "" || !pathname.includes("@");
  }, "Write a slash in a password as %2F, and an @ in the path as %40.")
  .meta({
    description:
      "The username, password and tokens in the URL, including its query, are stored encrypted and never returned",
    example: "rtsp://camera.example/stream",
    override: { pattern: "^(?:[Rr][Tt][Ss][Pp][Ss]?|[Hh][Tt][Tt][Pp][Ss]):" },
  });

const externalId = nameSchema(255)
  .refine(
    (value) => decodeId("camera", value) === null,
    "Must not look like a Sightline ID, because alerts accept both.",
  )
  .meta({ description: "Your own ID for the camera, unique in the organization", example: "dock-3-east" });

export const latitudeSchema = z.number().min(-90).max(90);
export const longitudeSchema = z.number().min(-180).max(180);

/** The syntax of IP addresses in the OpenAPI document, including IPv4 addresses embedded in IPv6. */
const IP_ADDRESS =
  "^(?:[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){1,8}(?::[0-9]{1,3}(?:\\.[0-9]{1,3}){3})?)$";

const useCases = z.array(useCaseSchema).max(50, "At most 50 use cases.");
const heartbeatTimeout = z.int().min(60).max(86_400);
const offlineGrace = z.int().min(0).max(3_600);

/** Validators for adding and changing cameras, for fields that need more than a maximum length. */
const sharedChecks = {
  external_id: externalId.nullish(),
  site_id: idSchema("site").nullish(),
  mac_address: z
    .string()
    .regex(/^[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}$/, "Must be a MAC address such as 00:1a:2b:3c:4d:5e.")
    .transform((value) => value.toLowerCase().replaceAll("-", ":"))
    .nullish(),
  ip_address: z
    .union([z.ipv4(), z.ipv6()], { error: "Must be an IPv4 or IPv6 address." })
    .meta({ override: { anyOf: undefined, type: "string", maxLength: 45, pattern: IP_ADDRESS } })
    .nullish(),
  timezone: timezoneSchema.nullish(),
  latitude: latitudeSchema.nullish(),
  longitude: longitudeSchema.nullish(),
};
const createChecks = {
  ...sharedChecks,
  name: nameSchema(100),
  stream_url: streamUrl.nullish(),
  tags: tagsSchema.default([]),
  use_cases: useCases.default([]),
  enabled: z.boolean().default(true),
  heartbeat_timeout_s: heartbeatTimeout.default(300),
  offline_grace_s: offlineGrace.default(60),
};
const updateChecks = {
  ...sharedChecks,
  name: nameSchema(100).optional(),
  stream_url: streamUrl.nullish().meta({
    description:
      "A new URL also replaces the username and password, even if it contains none. Sending the URL that the API returned keeps them. Null removes all of them",
  }),
  tags: tagsSchema.optional(),
  use_cases: useCases.optional(),
  enabled: z.boolean().optional().meta({ description: "Send false to disable the camera immediately" }),
  heartbeat_timeout_s: heartbeatTimeout
    .optional()
    .meta({ description: "The new timeout takes effect immediately. Earlier statuses don't change" }),
  offline_grace_s: offlineGrace
    .optional()
    .meta({ description: "The new grace period takes effect immediately. Earlier statuses don't change" }),
};

export const cameraCreateSchema = z
  .strictObject(sentShape(cameraFields, creatableCameraFields, createChecks))
  .meta({ id: "CameraCreate" });
export type CameraCreate = z.output<typeof cameraCreateSchema>;

export const cameraUpdateSchema = z
  .strictObject(sentShape(cameraFields, changeableCameraFields, updateChecks))
  .meta({ id: "CameraUpdate" });
export type CameraUpdate = z.output<typeof cameraUpdateSchema>;

/** Schemas of reply fields that differ from those in requests. */
export const cameraStatusReasonSchema = z.enum(cameraStatusReasons).meta({ id: "CameraStatusReason" });
const replyShapes = { status: cameraStatusSchema, status_reason: cameraStatusReasonSchema };

export const cameraSchema = z
  .object(
    replyShape<typeof cameraFields, NullableCameraField, typeof replyShapes>(
      cameraFields,
      isNullableCameraField,
      replyShapes,
    ),
  )
  .meta({ id: "Camera" });
export type Camera = z.output<typeof cameraSchema>;

export const cameraBatchSchema = z
  .strictObject({ cameras: batchRowsSchema("CameraCreate", MAX_BATCH_ROWS) })
  .meta({ id: "CameraBatch" });

export const cameraBatchResultSchema = batchResultSchema("CameraBatch", "camera", cameraSchema);
export type CameraBatchResult = z.output<typeof cameraBatchResultSchema>;

export const cameraListSchema = listSchema(cameraSchema).meta({ id: "CameraList" });
export type CameraList = z.output<typeof cameraListSchema>;

export const cameraListQuerySchema = z.strictObject({
  ...cameraListFilters,
  ...paginationParameters,
});
export type CameraListQuery = z.output<typeof cameraListQuerySchema>;

export const cameraCountsQuerySchema = z.strictObject(cameraCountsFilters);
export type CameraCountsQuery = z.output<typeof cameraCountsQuerySchema>;

export const cameraCountsSchema = z
  .object({ total: z.int(), by_status: z.record(z.enum(cameraStatuses), z.int()).meta({ id: "CameraStatusCounts" }) })
  .meta({ id: "CameraCounts" });
export type CameraCounts = z.output<typeof cameraCountsSchema>;

export const cameraStatusReportSchema = z
  .object({
    camera_id: z.string(),
    status: cameraStatusSchema,
    status_reason: cameraStatusReasonSchema,
    status_since: z.string(),
    last_seen_at: z.string().nullable(),
    heartbeat_timeout_s: z.int(),
    offline_grace_s: z.int(),
    late_at: z
      .string()
      .nullable()
      .meta({ description: "The camera becomes degraded if it sends no heartbeat by this time" }),
    offline_at: z
      .string()
      .nullable()
      .meta({ description: "The camera goes offline if it sends no heartbeat by this time" }),
    fps: z.number().nullable().meta({ description: "The value in the last heartbeat" }),
    reconnects: z.int().nullable(),
    error: z.string().nullable(),
    probe: z
      .object({ result: z.enum(probeResults).meta({ id: "ProbeResult" }), checked_at: z.string() })
      .meta({ id: "CameraProbe" })
      .nullable()
      .meta({
        description:
          "Whether the stream's host responded, if the operator has enabled connection tests. Doesn't affect the status",
      }),
    checked_at: z.string().meta({ description: "The time at which this was computed" }),
  })
  .meta({ id: "CameraStatusReport" });
export type CameraStatusReport = z.output<typeof cameraStatusReportSchema>;

export const cameraParamsSchema = z.object({ id: idSchema("camera") });

const report = {
  fps: z.number().min(0).max(1_000).optional(),
  reconnects: z.int().min(0).max(1_000_000).optional().meta({ description: "Since the previous heartbeat" }),
  observed_at: pastTimestampSchema.optional().meta({ description: "When the camera was seen. Defaults to now" }),
  error: textSchema(500).optional().meta({ description: "The problem that the camera reports, if any" }),
};

export const heartbeatSchema = z.strictObject(report).meta({ id: "Heartbeat" });
export type Heartbeat = z.output<typeof heartbeatSchema>;

export const batchHeartbeatSchema = z
  .strictObject({
    camera_id: idSchema("camera").optional(),
    external_id: nameSchema(255).optional().meta({ description: "Your own ID for the camera, instead of `camera_id`" }),
    ...report,
  })
  .refine((row) => (row.camera_id === undefined) !== (row.external_id === undefined), {
    path: ["camera_id"],
    error: "Send either `camera_id` or `external_id`.",
  })
  .meta({ id: "BatchHeartbeat", unusedIO: "input" });
export type BatchHeartbeat = z.output<typeof batchHeartbeatSchema>;

export const heartbeatBatchSchema = z
  .strictObject({ heartbeats: batchRowsSchema("BatchHeartbeat", MAX_HEARTBEATS) })
  .meta({ id: "HeartbeatBatch" });

export const heartbeatResultsSchema = z
  .object({
    results: z.array(
      z
        .object({
          index: z.int().meta({ description: "Index of the row in the request, starting at 0" }),
          status: z.int().meta({ description: "The HTTP status for this row" }),
          problem: rowProblemSchema.optional(),
        })
        .meta({ id: "HeartbeatRow", description: "The result of one row" }),
    ),
    succeeded: z.int(),
    failed: z.int(),
  })
  .meta({ id: "HeartbeatResults" });
export type HeartbeatResults = z.output<typeof heartbeatResultsSchema>;
