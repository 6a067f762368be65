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
    description: "Newest first, a page at a time. Every filter may be combined with every other.",
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
      "`camera_id`, `use_case` and `status` suffice. With a `dedup_key` that an open or acknowledged alert has, that alert is counted up and answered with 200 instead.",
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
      "Up to 1,000 alerts in one round trip, each with a result of its own: `201` when it is new, `200` when its `dedup_key` counted an open alert up, `422` with the problem when it is refused. Good rows are stored though others are refused. Rows are taken in their order, so of two with one `dedup_key` the second counts the first.",
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
    description: "One alert as it is now. Its `ETag` is its version: send it as `If-Match` with a change.",
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
      "Changes what is named and leaves the rest. Send the `ETag` you read as `If-Match` and nobody's change is overwritten.",
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
    description: `Makes one change to up to ${MAX_UPDATED_IDS} alerts at once: those in \`ids\`, or those that match \`filter\`. Each alert has its own result, as if it had been changed alone: one that cannot change so (404, 409, 422) holds up none of the others. A filter takes ${MAX_UPDATED_IDS} alerts per request, the oldest first; while \`has_more\` is true, send the same request with \`next_cursor\` as \`cursor\`. Alerts that stop matching before they are changed are left alone.`,
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
    description: `Every alert that matches, streamed, as many as there are. \`format=csv\` (RFC 4180, UTF-8, a header row) has one alert per row with its camera and site; text that a spreadsheet could take for a formula begins with \`'\`, tags are separated by \`; \`, media and metadata are JSON. Its columns, of which later versions may add more at the end: ${alertCsvColumns.join(", ")}. \`format=ndjson\` has one alert per line, as the API shows it. Without \`format\`, \`Accept\` decides. When the connection ends before the reply does, the export is not whole: ask again. An organization runs at most ${MAX_EXPORTS} exports at once on an instance; the next is refused with 429. A connection that takes nothing for ${STALLED_MS / 1_000} seconds is closed.`,
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
