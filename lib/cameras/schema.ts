import { z } from "zod";
import { useCase } from "@/lib/alerts/schema";
import { decodeId } from "@/lib/db/ids";
import { cameraStatuses, cameraStatusReasons } from "@/lib/db/values";
import { id, listOf, listParameter, name, pagination, pastTimestamp, tags, text } from "@/lib/http/wire";

const timeZones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);

/** An IANA time zone that this runtime knows. */
export const timezone = z
  .string()
  .refine((zone) => timeZones.has(zone), "Must be an IANA time zone, for example Europe/Berlin.")
  .meta({ example: "Europe/Berlin" });

const streamUrl = z
  .url({ protocol: /^(?:rtsps?|https)$/, error: "Must be an rtsp, rtsps or https URL.", abort: true })
  .max(2048, "At most 2048 characters.")
  // Without a host, as in rtsp:user:password@camera, URL parsers see no user and no password to take out.
  .refine((value) => new URL(value).hostname !== "", "Must name a host after rtsp://, rtsps:// or https://.")
  .meta({
    description: "User and password in it are kept sealed and never returned",
    example: "rtsp://camera.example/stream",
  });

const externalId = name(255)
  .refine((value) => decodeId("camera", value) === null, "Must not look like an id of ours, or alerts could not tell.")
  .meta({ description: "Your own id of the camera, unique in the organization", example: "dock-3-east" });

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

export const cameraCreate = z
  .strictObject({
    name: name(100),
    external_id: externalId.nullish(),
    site_id: id("site").nullish(),
    stream_url: streamUrl.nullish(),
    manufacturer: text(100).nullish(),
    model: text(100).nullish(),
    mac_address: z
      .string()
      .regex(/^[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}$/, "Must be a MAC address such as 00:1a:2b:3c:4d:5e.")
      .transform((value) => value.toLowerCase().replaceAll("-", ":"))
      .nullish(),
    ip_address: z.union([z.ipv4(), z.ipv6()], { error: "Must be an IPv4 or IPv6 address." }).nullish(),
    timezone: timezone.nullish(),
    latitude: latitude.nullish(),
    longitude: longitude.nullish(),
    tags: tags.default([]),
    use_cases: z.array(useCase).max(50, "At most 50 use cases.").default([]),
    enabled: z.boolean().default(true),
    heartbeat_timeout_s: z.int().min(60).max(86_400).default(300),
    offline_grace_s: z.int().min(0).max(3_600).default(60),
  })
  .meta({ id: "CameraCreate" });
export type CameraCreate = z.output<typeof cameraCreate>;

export const camera = z
  .object({
    id: z.string(),
    name: z.string(),
    external_id: z.string().nullable(),
    site_id: z.string().nullable(),
    stream_url: z.string().nullable(),
    manufacturer: z.string().nullable(),
    model: z.string().nullable(),
    mac_address: z.string().nullable(),
    ip_address: z.string().nullable(),
    timezone: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    tags: z.array(z.string()),
    use_cases: z.array(z.string()),
    enabled: z.boolean(),
    heartbeat_timeout_s: z.int(),
    offline_grace_s: z.int(),
    status: z.enum(cameraStatuses),
    status_reason: z.enum(cameraStatusReasons),
    status_since: z.string(),
    last_seen_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    version: z.int(),
  })
  .meta({ id: "Camera" });
export type Camera = z.output<typeof camera>;

export const cameraList = listOf(camera).meta({ id: "CameraList" });
export type CameraList = z.output<typeof cameraList>;

const filters = {
  site_id: listParameter(id("site")).optional(),
  tag: listParameter(name(50)).optional().meta({ description: "Cameras with any of these tags" }),
  q: text(200).optional().meta({ description: "Found literally in name or external id" }),
};

export const cameraQuery = z.strictObject({
  status: listParameter(z.enum(cameraStatuses)).optional(),
  external_id: listParameter(name(255)).optional(),
  ...filters,
  ...pagination,
});
export type CameraQuery = z.output<typeof cameraQuery>;

export const cameraCountsQuery = z.strictObject(filters);
export type CameraCountsQuery = z.output<typeof cameraCountsQuery>;

export const cameraCounts = z
  .object({ total: z.int(), by_status: z.record(z.enum(cameraStatuses), z.int()) })
  .meta({ id: "CameraCounts" });
export type CameraCounts = z.output<typeof cameraCounts>;

export const cameraStatusReport = z
  .object({
    camera_id: z.string(),
    status: z.enum(cameraStatuses),
    status_reason: z.enum(cameraStatusReasons),
    status_since: z.string(),
    last_seen_at: z.string().nullable(),
    heartbeat_timeout_s: z.int(),
    offline_grace_s: z.int(),
    late_at: z.string().nullable().meta({ description: "Without a heartbeat until then it is degraded" }),
    offline_at: z.string().nullable().meta({ description: "Without a heartbeat until then it is offline" }),
    fps: z.number().nullable().meta({ description: "As the last heartbeat reported it" }),
    reconnects: z.int().nullable(),
    error: z.string().nullable(),
    checked_at: z.string().meta({ description: "The moment that all of this is true for" }),
  })
  .meta({ id: "CameraStatusReport" });
export type CameraStatusReport = z.output<typeof cameraStatusReport>;

export const cameraParams = z.object({ id: id("camera") });

export const heartbeat = z
  .strictObject({
    fps: z.number().min(0).max(1_000).optional(),
    reconnects: z.int().min(0).max(1_000_000).optional().meta({ description: "Since the heartbeat before" }),
    observed_at: pastTimestamp.optional().meta({ description: "When the camera was seen; now when left out" }),
    error: text(500).optional().meta({ description: "What is wrong, when something is" }),
  })
  .meta({ id: "Heartbeat" });
export type Heartbeat = z.output<typeof heartbeat>;
