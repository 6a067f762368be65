import { defineOperation } from "@/lib/http/operation";
import { STATUS_HISTORY_D } from "@/lib/limits";
import { addCamera, addCameras } from "./create";
import { recordHeartbeat, recordHeartbeats } from "./heartbeat";
import { readStatusHistory } from "./history";
import { statusHistoryQuerySchema, statusHistorySchema, uptimeQuerySchema, uptimeReportSchema } from "./history-schema";
import { readCamera, readCameraCounts, readCameraStatus, readCameras } from "./reads";
import {
  cameraBatchResultSchema,
  cameraBatchSchema,
  cameraCountsQuerySchema,
  cameraCountsSchema,
  cameraCreateSchema,
  cameraListQuerySchema,
  cameraListSchema,
  cameraParamsSchema,
  cameraSchema,
  cameraStatusReportSchema,
  cameraUpdateSchema,
  heartbeatBatchSchema,
  heartbeatResultsSchema,
  heartbeatSchema,
} from "./schema";
import { changeCamera, markCameraArchived } from "./update";
import { readUptime } from "./uptime";

const tag = "Cameras";

export const listCameras = defineOperation(
  {
    id: "listCameras",
    method: "GET",
    path: "/cameras",
    tag,
    summary: "List cameras",
    description: "Newest first, each with its current status.",
    access: { scope: "cameras:read" },
    query: cameraListQuerySchema,
    replica: true,
    status: 200,
    response: cameraListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readCameras(ctx, query),
);

export const createCamera = defineOperation(
  {
    id: "createCamera",
    method: "POST",
    path: "/cameras",
    tag,
    summary: "Add a camera",
    description: "Only `name` is required. With an `external_id`, alerts can refer to the camera by your own ID.",
    access: { scope: "cameras:write" },
    body: cameraCreateSchema,
    many: { path: "/cameras/batch", list: "cameras" },
    location: true,
    status: 201,
    response: cameraSchema,
    errors: ["conflict"],
  },
  (ctx, { body }) => addCamera(ctx, body),
);

export const createCameras = defineOperation(
  {
    id: "createCameras",
    method: "POST",
    path: "/cameras/batch",
    tag,
    summary: "Add many cameras",
    description:
      "Adds up to 1,000 cameras. Each row has its own result: 201, 409 if its `external_id` is in use, or 422 if it is invalid. Valid rows are stored even if others fail.",
    access: { scope: "cameras:write" },
    body: cameraBatchSchema,
    batch: "cameras",
    status: 200,
    response: cameraBatchResultSchema,
  },
  (ctx, { body }) => addCameras(ctx, body.cameras),
);

export const getCamera = defineOperation(
  {
    id: "getCamera",
    method: "GET",
    path: "/cameras/{id}",
    tag,
    summary: "Get a camera",
    description: "Returns the camera with its current status. Archived cameras return 404.",
    access: { scope: "cameras:read" },
    params: cameraParamsSchema,
    status: 200,
    response: cameraSchema,
  },
  (ctx, { params }) => readCamera(ctx, params.id),
);

export const updateCamera = defineOperation(
  {
    id: "updateCamera",
    method: "PATCH",
    path: "/cameras/{id}",
    tag,
    summary: "Update a camera",
    description:
      "Changes the fields that you send and leaves the others; null clears a field. Send the `ETag` you read as `If-Match` so that you don't overwrite someone else's change. Changes to `enabled`, `heartbeat_timeout_s` and `offline_grace_s` take effect immediately and don't affect the status history.",
    access: { scope: "cameras:write" },
    params: cameraParamsSchema,
    body: cameraUpdateSchema,
    headers: ["if-match"],
    status: 200,
    response: cameraSchema,
    errors: ["conflict"],
  },
  (ctx, { params, body, headers }) => changeCamera(ctx, params.id, body, headers["if-match"]),
);

export const archiveCamera = defineOperation(
  {
    id: "archiveCamera",
    method: "DELETE",
    path: "/cameras/{id}",
    tag,
    summary: "Archive a camera",
    description:
      "Removes the camera from all lists and frees its `external_id`. Its alerts are kept. New alerts for it are rejected with `unknown_camera`.",
    access: { scope: "cameras:write" },
    params: cameraParamsSchema,
    headers: ["if-match"],
    status: 204,
  },
  (ctx, { params, headers }) => markCameraArchived(ctx, params.id, headers["if-match"]),
);

export const getCameraStatus = defineOperation(
  {
    id: "getCameraStatus",
    method: "GET",
    path: "/cameras/{id}/status",
    tag,
    summary: "Get a camera's status and the reason for it",
    description: "Explains the status with the last heartbeat, its values, and the time when the next one is due.",
    access: { scope: "cameras:read" },
    params: cameraParamsSchema,
    status: 200,
    response: cameraStatusReportSchema,
  },
  (ctx, { params }) => readCameraStatus(ctx, params.id),
);

export const listStatusHistory = defineOperation(
  {
    id: "listStatusHistory",
    method: "GET",
    path: "/cameras/{id}/status/history",
    tag,
    summary: "List a camera's status changes",
    description: `Newest first, with the time at which each change happened, up to ${STATUS_HISTORY_D} days back. A heartbeat that is late but within the grace period isn't a status change.`,
    access: { scope: "cameras:read" },
    params: cameraParamsSchema,
    query: statusHistoryQuerySchema,
    replica: true,
    status: 200,
    response: statusHistorySchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { params, query }) => readStatusHistory(ctx, params.id, query),
);

export const getCameraCounts = defineOperation(
  {
    id: "getCameraCounts",
    method: "GET",
    path: "/cameras/counts",
    tag,
    summary: "Count cameras by status",
    description:
      "Counts cameras by current status. Accepts the filters of the camera list, except `status` and `external_id`.",
    access: { scope: "cameras:read" },
    query: cameraCountsQuerySchema,
    replica: true,
    status: 200,
    response: cameraCountsSchema,
  },
  (ctx, { query }) => readCameraCounts(ctx, query),
);

export const sendHeartbeat = defineOperation(
  {
    id: "sendHeartbeat",
    method: "POST",
    path: "/cameras/{id}/heartbeat",
    tag,
    summary: "Send a heartbeat",
    description:
      "The body can be empty. A camera that sends no heartbeat for `heartbeat_timeout_s` plus `offline_grace_s` goes offline.",
    access: { scope: "cameras:write" },
    params: cameraParamsSchema,
    body: heartbeatSchema,
    bodyOptional: true,
    many: { path: "/cameras/heartbeats", list: "heartbeats" },
    status: 204,
  },
  (ctx, { params, body }) => recordHeartbeat(ctx, params.id, body),
);

export const sendHeartbeats = defineOperation(
  {
    id: "sendHeartbeats",
    method: "POST",
    path: "/cameras/heartbeats",
    tag,
    summary: "Send many heartbeats",
    description:
      "Processes up to 1,000 heartbeats in order. Each has its own result: 204, 404 for an unknown camera, or 422 if it is invalid.",
    access: { scope: "cameras:write" },
    body: heartbeatBatchSchema,
    batch: "heartbeats",
    status: 200,
    response: heartbeatResultsSchema,
  },
  (ctx, { body }) => recordHeartbeats(ctx, body.heartbeats),
);

export const getUptime = defineOperation(
  {
    id: "getUptime",
    method: "GET",
    path: "/analytics/uptime",
    tag: "Analytics",
    summary: "Get the uptime of cameras",
    description:
      "Returns the uptime per camera, newest first, computed from the status history. Online and degraded count as up, offline as down. Pending and disabled don't count.",
    access: { scope: "analytics:read" },
    query: uptimeQuerySchema,
    replica: true,
    status: 200,
    response: uptimeReportSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readUptime(ctx, query),
);
