import { defineOperation } from "@/lib/http/operation";
import { readRequestHistogram } from "./histogram";
import { readRequest, readRequests } from "./reads";
import {
  requestDetailSchema,
  requestHistogramQuerySchema,
  requestHistogramSchema,
  requestListQuerySchema,
  requestListSchema,
  requestParamsSchema,
} from "./schema";

const tag = "Request log";
const access = { role: "admin" } as const;

export const listRequests = defineOperation(
  {
    id: "listRequests",
    method: "GET",
    path: "/requests",
    tag,
    summary: "List requests",
    description:
      "Lists requests by keys and apps, newest first. A request appears about a second after its reply is sent.",
    access,
    query: requestListQuerySchema,
    replica: true,
    status: 200,
    response: requestListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readRequests(ctx, query),
);

export const countRequests = defineOperation(
  {
    id: "countRequests",
    method: "GET",
    path: "/requests/histogram",
    tag,
    summary: "Count requests over time",
    description: "Returns at most 100 buckets between `from` and `to`, which default to the last 24 hours.",
    access,
    query: requestHistogramQuerySchema,
    replica: true,
    status: 200,
    response: requestHistogramSchema,
  },
  (ctx, { query }) => readRequestHistogram(ctx, query),
);

export const getRequest = defineOperation(
  {
    id: "getRequest",
    method: "GET",
    path: "/requests/{id}",
    tag,
    summary: "Get a request",
    access,
    params: requestParamsSchema,
    status: 200,
    response: requestDetailSchema,
  },
  (ctx, { params }) => readRequest(ctx, params.id),
);
