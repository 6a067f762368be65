import { operation } from "@/lib/http/operation";
import {
  requestDetail,
  requestHistogram,
  requestHistogramQuery,
  requestList,
  requestParams,
  requestQuery,
} from "./schema";

const tag = "Request log";
const access = { role: "admin" } as const;

export const listRequests = operation({
  id: "listRequests",
  method: "GET",
  path: "/requests",
  tag,
  summary: "List requests",
  description: "Requests that keys and apps made, newest first. They appear about a second after their answer.",
  access,
  query: requestQuery,
  replica: true,
  status: 200,
  response: requestList,
  errors: ["invalid_cursor"],
});

export const countRequests = operation({
  id: "countRequests",
  method: "GET",
  path: "/requests/histogram",
  tag,
  summary: "Count requests over time",
  description: "At most 100 buckets between `from` and `to`, which are the last 24 hours when left out.",
  access,
  query: requestHistogramQuery,
  replica: true,
  status: 200,
  response: requestHistogram,
});

export const getRequest = operation({
  id: "getRequest",
  method: "GET",
  path: "/requests/{id}",
  tag,
  summary: "Get a request",
  access,
  params: requestParams,
  status: 200,
  response: requestDetail,
});
