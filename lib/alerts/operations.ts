import { defineOperation } from "@/lib/http/operation";
import { STALLED_MS } from "@/lib/http/reply/reply";
import { MAX_EXPORTS, MAX_UPDATED_IDS } from "@/lib/limits";
import { changeAlertBatch } from "./batch-update";
import { changeAlert } from "./change";
import { addAlert, addAlerts } from "./create";
import { alertCsvColumns } from "./csv";
import { streamAlertExport } from "./export";
import { listAlertsJson, readAlert } from "./reads";
import {
  alertBatchResultSchema,
  alertBatchSchema,
  alertBatchUpdateResultSchema,
  alertBatchUpdateSchema,
  alertCreateSchema,
  alertExportQuerySchema,
  alertListQuerySchema,
  alertListSchema,
  alertParamsSchema,
  alertReadQuerySchema,
  alertSchema,
  alertUpdateSchema,
} from "./schema";

const tag = "Alerts";

export const listAlerts = defineOperation(
  {
    id: "listAlerts",
    method: "GET",
    path: "/alerts",
    tag,
    summary: "List alerts",
    description: "Returns one page, newest first. All filters can be combined.",
    access: { scope: "alerts:read" },
    query: alertListQuerySchema,
    replica: true,
    status: 200,
    response: alertListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => listAlertsJson(ctx, query),
);

export const createAlert = defineOperation(
  {
    id: "createAlert",
    method: "POST",
    path: "/alerts",
    tag,
    summary: "Create an alert",
    description:
      "Only `camera_id` and `use_case` are required. If an open or acknowledged alert has the same `dedup_key`, its counter is incremented, and it is returned with 200.",
    access: { scope: "alerts:write" },
    body: alertCreateSchema,
    many: { path: "/alerts/batch", list: "alerts" },
    location: true,
    status: 201,
    otherStatus: { status: 200, when: (result) => "deduplicated" in result && result.deduplicated === true },
    response: alertSchema,
    errors: ["unknown_camera"],
  },
  (ctx, { body }) => addAlert(ctx, body),
);

export const createAlerts = defineOperation(
  {
    id: "createAlerts",
    method: "POST",
    path: "/alerts/batch",
    tag,
    summary: "Create many alerts",
    description:
      "Creates up to 1,000 alerts. Each row has its own result: `201` for a new alert, `200` if its `dedup_key` incremented an open alert's counter, `422` with the problem if the row is invalid, and `409` if other requests keep changing the alert with its `dedup_key`. Valid rows are stored even if others fail. Rows are processed in order: if two rows have the same `dedup_key`, the second increments the counter of the first.",
    access: { scope: "alerts:write" },
    body: alertBatchSchema,
    batch: "alerts",
    status: 200,
    response: alertBatchResultSchema,
  },
  (ctx, { body }) => addAlerts(ctx, body.alerts),
);

export const getAlert = defineOperation(
  {
    id: "getAlert",
    method: "GET",
    path: "/alerts/{id}",
    tag,
    summary: "Get an alert",
    description: "Returns the alert's current state. Its `ETag` is its version: send it as `If-Match` with a change.",
    access: { scope: "alerts:read" },
    params: alertParamsSchema,
    query: alertReadQuerySchema,
    status: 200,
    response: alertSchema,
  },
  (ctx, { params, query }) => readAlert(ctx, params.id, query),
);

export const updateAlert = defineOperation(
  {
    id: "updateAlert",
    method: "PATCH",
    path: "/alerts/{id}",
    tag,
    summary: "Update an alert",
    description:
      "Changes the fields that you send and leaves the others. Send the `ETag` you read as `If-Match` so that you don't overwrite someone else's change.",
    access: { scope: "alerts:write" },
    params: alertParamsSchema,
    body: alertUpdateSchema,
    headers: ["if-match"],
    status: 200,
    response: alertSchema,
    errors: ["invalid_transition", "conflict"],
  },
  (ctx, { params, body, headers }) => changeAlert(ctx, params.id, body, headers["if-match"]),
);

export const batchUpdateAlerts = defineOperation(
  {
    id: "batchUpdateAlerts",
    method: "POST",
    path: "/alerts/batch-update",
    tag,
    summary: "Update many alerts",
    description: `Applies one change to up to ${MAX_UPDATED_IDS} alerts: those in \`ids\`, or those that match \`filter\`. Each alert has its own result, as if it had been changed alone. An alert that can't change this way (404, 409, 422) doesn't affect the others. A filter changes ${MAX_UPDATED_IDS} alerts per request, the oldest first; while \`has_more\` is true, send the same request with \`next_cursor\` as \`cursor\`. Alerts that stop matching before they are changed are skipped.`,
    access: { scope: "alerts:write" },
    body: alertBatchUpdateSchema,
    batch: "ids",
    status: 200,
    response: alertBatchUpdateResultSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { body }) => changeAlertBatch(ctx, body),
);

export const exportAlerts = defineOperation(
  {
    id: "exportAlerts",
    method: "GET",
    path: "/alerts/export",
    tag,
    summary: "Export alerts",
    description: `Streams all matching alerts, without a limit. \`format=csv\` (RFC 4180, UTF-8, with a header row) has one alert per row, with its camera and site. Text that a spreadsheet could interpret as a formula is prefixed with \`'\`, tags are separated by \`; \`, and media and metadata are JSON. Later versions may append columns. The columns are: ${alertCsvColumns.join(", ")}. \`format=ndjson\` has one alert per line, as in the API. Without \`format\`, the \`Accept\` header decides. If the connection closes early, the export is incomplete: send the request again. An organization can run up to ${MAX_EXPORTS} exports at once per instance; further ones are rejected with 429. A connection that reads nothing for ${STALLED_MS / 1_000} seconds is closed.`,
    access: { scope: "alerts:read" },
    query: alertExportQuerySchema,
    replica: true,
    headers: ["accept"],
    status: 200,
    response: alertSchema,
    streams: ["text/csv", "application/x-ndjson"],
  },
  (ctx, { query, headers }) => streamAlertExport(ctx, query, headers.accept),
);
