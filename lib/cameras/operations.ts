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
    description: "Newest first, each with its status at the moment of the reply.",
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
    summary: "Onboard a camera",
    description: "Only `name` is required. With an `external_id`, alerts can name the camera in your own words.",
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
    summary: "Onboard many cameras",
    description:
      "Up to 1,000 at once, each with its own result: 201, 409 when its `external_id` is taken, 422 when it breaks a rule. Good rows are stored though others fail.",
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
    description: "What is stored of it, with its status at the moment of the reply. Archived cameras are not found.",
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
      "Changes what is named and leaves the rest; null clears. Send the `ETag` you read as `If-Match` and nobody's change is overwritten. `enabled`, timeout and grace count from this moment on and never change the past.",
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
      "It leaves every list and its `external_id` is free again. Its alerts stay; new ones for it are refused with `unknown_camera`.",
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
    summary: "Get a camera's status with its evidence",
    description: "What the status rests on: the last heartbeat, what it reported, and when the camera will be late.",
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
    summary: "List a camera's changes of status",
    description: `Newest first, each at the moment when it happened, ${STATUS_HISTORY_D} days back. Lateness within the grace is no change: a short blip leaves no trace.`,
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
    description: "How many cameras have which status at the moment of the reply, under the same filters as the list.",
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
    summary: "Report that a camera is alive",
    description:
      "An empty body will do. Without a heartbeat for `heartbeat_timeout_s` and the grace, the camera is offline.",
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
    summary: "Report that many cameras are alive",
    description:
      "Up to 1,000 heartbeats in their order, each with its own result: 204, 404 for a camera that is not yours, 422 when it breaks a rule.",
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
      "Per camera, newest first, from its status history. Online and degraded are up, offline is down; pending and disabled do not count.",
    access: { scope: "analytics:read" },
    query: uptimeQuerySchema,
    replica: true,
    status: 200,
    response: uptimeReportSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readUptime(ctx, query),
);
