import { operation } from "@/lib/http/operation";
import { alert, alertCreate, alertList, alertParams, alertQuery, alertReadQuery, alertUpdate } from "./schema";

const tag = "Alerts";

export const listAlerts = operation({
  id: "listAlerts",
  method: "GET",
  path: "/alerts",
  tag,
  summary: "List alerts",
  description: "Newest first, a page at a time. Every filter may be combined with every other.",
  access: { scope: "alerts:read" },
  query: alertQuery,
  status: 200,
  response: alertList,
  errors: ["invalid_cursor"],
});

export const createAlert = operation({
  id: "createAlert",
  method: "POST",
  path: "/alerts",
  tag,
  summary: "Create an alert",
  description:
    "`camera_id`, `use_case` and `status` suffice. With a `dedup_key` that an open or acknowledged alert has, that alert is counted up and answered with 200 instead.",
  access: { scope: "alerts:write" },
  body: alertCreate,
  status: 201,
  otherStatuses: [200],
  response: alert,
  errors: ["unknown_camera"],
});

export const getAlert = operation({
  id: "getAlert",
  method: "GET",
  path: "/alerts/{id}",
  tag,
  summary: "Get an alert",
  access: { scope: "alerts:read" },
  params: alertParams,
  query: alertReadQuery,
  status: 200,
  response: alert,
});

export const updateAlert = operation({
  id: "updateAlert",
  method: "PATCH",
  path: "/alerts/{id}",
  tag,
  summary: "Update an alert",
  description:
    "Changes what is named and leaves the rest. Send the `ETag` you read as `If-Match` and nobody's change is overwritten.",
  access: { scope: "alerts:write" },
  params: alertParams,
  body: alertUpdate,
  status: 200,
  response: alert,
  errors: ["invalid_transition", "conflict", "version_mismatch"],
});
