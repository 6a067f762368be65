import type { RequestRange } from "./request-search";

export const requestRangeLabels: Record<RequestRange, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

export const statusClassLabels: Record<string, string> = { "2xx": "Succeeded", "4xx": "Refused", "5xx": "Failed" };
