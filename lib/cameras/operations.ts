import { operation } from "@/lib/http/operation";
import { STATUS_HISTORY_D } from "@/lib/limits";
import { statusHistory, statusHistoryQuery, uptimeQuery, uptimeReport } from "./history-schema";
import {
  camera,
  cameraBatch,
  cameraBatchResult,
  cameraCounts,
  cameraCountsQuery,
  cameraCreate,
  cameraList,
  cameraParams,
  cameraQuery,
  cameraStatusReport,
  cameraUpdate,
  heartbeat,
  heartbeatBatch,
  heartbeatResults,
} from "./schema";

const tag = "Cameras";

export const listCameras = operation({
  id: "listCameras",
  method: "GET",
  path: "/cameras",
  tag,
  summary: "List cameras",
  description: "Newest first, each with its status at the moment of the reply.",
  access: { scope: "cameras:read" },
  query: cameraQuery,
  replica: true,
  status: 200,
  response: cameraList,
  errors: ["invalid_cursor"],
});

export const createCamera = operation({
  id: "createCamera",
  method: "POST",
  path: "/cameras",
  tag,
  summary: "Onboard a camera",
  description: "Only `name` is required. With an `external_id`, alerts can name the camera in your own words.",
  access: { scope: "cameras:write" },
  body: cameraCreate,
  inBulk: "send up to 1,000 cameras (2 MB) to POST /cameras/batch",
  status: 201,
  response: camera,
  errors: ["conflict"],
});

export const createCameras = operation({
  id: "createCameras",
  method: "POST",
  path: "/cameras/batch",
  tag,
  summary: "Onboard many cameras",
  description:
    "Up to 1,000 at once, each with its own result: 201, 409 when its `external_id` is taken, 422 when it breaks a rule. Good rows are stored though others fail.",
  access: { scope: "cameras:write" },
  body: cameraBatch,
  batch: "cameras",
  status: 200,
  response: cameraBatchResult,
});

export const getCamera = operation({
  id: "getCamera",
  method: "GET",
  path: "/cameras/{id}",
  tag,
  summary: "Get a camera",
  description: "What is stored of it, with its status at the moment of the reply. Archived cameras are not found.",
  access: { scope: "cameras:read" },
  params: cameraParams,
  status: 200,
  response: camera,
});

export const updateCamera = operation({
  id: "updateCamera",
  method: "PATCH",
  path: "/cameras/{id}",
  tag,
  summary: "Update a camera",
  description:
    "Changes what is named and leaves the rest; null clears. Send the `ETag` you read as `If-Match` and nobody's change is overwritten. `enabled`, timeout and grace count from this moment on and never change the past.",
  access: { scope: "cameras:write" },
  params: cameraParams,
  body: cameraUpdate,
  status: 200,
  response: camera,
  errors: ["conflict", "version_mismatch"],
});

export const archiveCamera = operation({
  id: "archiveCamera",
  method: "DELETE",
  path: "/cameras/{id}",
  tag,
  summary: "Archive a camera",
  description:
    "It leaves every list and its `external_id` is free again. Its alerts stay; new ones for it are refused with `unknown_camera`.",
  access: { scope: "cameras:write" },
  params: cameraParams,
  status: 204,
  errors: ["version_mismatch"],
});

export const getCameraStatus = operation({
  id: "getCameraStatus",
  method: "GET",
  path: "/cameras/{id}/status",
  tag,
  summary: "Get a camera's status with its evidence",
  description: "What the status rests on: the last heartbeat, what it reported, and when the camera will be late.",
  access: { scope: "cameras:read" },
  params: cameraParams,
  status: 200,
  response: cameraStatusReport,
});

export const listStatusHistory = operation({
  id: "listStatusHistory",
  method: "GET",
  path: "/cameras/{id}/status/history",
  tag,
  summary: "List a camera's changes of status",
  description: `Newest first, each at the moment when it happened, ${STATUS_HISTORY_D} days back. Lateness within the grace is no change: a short blip leaves no trace.`,
  access: { scope: "cameras:read" },
  params: cameraParams,
  query: statusHistoryQuery,
  replica: true,
  status: 200,
  response: statusHistory,
  errors: ["invalid_cursor"],
});

export const getCameraCounts = operation({
  id: "getCameraCounts",
  method: "GET",
  path: "/cameras/counts",
  tag,
  summary: "Count cameras by status",
  description: "How many cameras have which status at the moment of the reply, under the same filters as the list.",
  access: { scope: "cameras:read" },
  query: cameraCountsQuery,
  replica: true,
  status: 200,
  response: cameraCounts,
});

export const sendHeartbeat = operation({
  id: "sendHeartbeat",
  method: "POST",
  path: "/cameras/{id}/heartbeat",
  tag,
  summary: "Report that a camera is alive",
  description:
    "An empty body will do. Without a heartbeat for `heartbeat_timeout_s` and the grace, the camera is offline.",
  access: { scope: "cameras:write" },
  params: cameraParams,
  body: heartbeat,
  bodyOptional: true,
  status: 204,
});

export const sendHeartbeats = operation({
  id: "sendHeartbeats",
  method: "POST",
  path: "/cameras/heartbeats",
  tag,
  summary: "Report that many cameras are alive",
  description:
    "Up to 1,000 heartbeats in their order, each with its own result: 204, 404 for a camera that is not yours, 422 when it breaks a rule.",
  access: { scope: "cameras:write" },
  body: heartbeatBatch,
  batch: "heartbeats",
  status: 200,
  response: heartbeatResults,
});

export const getUptime = operation({
  id: "getUptime",
  method: "GET",
  path: "/analytics/uptime",
  tag: "Analytics",
  summary: "Get the uptime of cameras",
  description:
    "Per camera, newest first, from its status history. Online and degraded are up, offline is down; pending and disabled do not count.",
  access: { scope: "analytics:read" },
  query: uptimeQuery,
  replica: true,
  status: 200,
  response: uptimeReport,
  errors: ["invalid_cursor"],
});
