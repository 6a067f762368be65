import { operation } from "@/lib/http/operation";
import {
  camera,
  cameraCounts,
  cameraCountsQuery,
  cameraCreate,
  cameraList,
  cameraParams,
  cameraQuery,
  cameraStatusReport,
  heartbeat,
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
  status: 201,
  response: camera,
  errors: ["conflict"],
});

export const getCamera = operation({
  id: "getCamera",
  method: "GET",
  path: "/cameras/{id}",
  tag,
  summary: "Get a camera",
  access: { scope: "cameras:read" },
  params: cameraParams,
  status: 200,
  response: camera,
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

export const getCameraCounts = operation({
  id: "getCameraCounts",
  method: "GET",
  path: "/cameras/counts",
  tag,
  summary: "Count cameras by status",
  access: { scope: "cameras:read" },
  query: cameraCountsQuery,
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
