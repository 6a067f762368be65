import { expect, it } from "vitest";
import { batchUpdateAlerts, createAlert, listAlerts } from "@/lib/alerts/operations";
import { toSuccess } from "./success";

const input = { params: {}, query: { limit: 2 }, body: undefined };
const page = { data: [], has_more: true, next_cursor: "more" };

it("adds a Link header to a list page, but not to a batch response", () => {
  expect(toSuccess(listAlerts, page, input).headers.Link).toMatch(
    /^<http.*\/api\/v1\/alerts\?limit=2&cursor=more>; rel="next"$/,
  );
  expect(toSuccess(batchUpdateAlerts, { ...page, results: [] }, input).headers).toEqual({});
});

it("returns the Location of a new resource, but only the version of an existing one", () => {
  const alert = { id: "alert_1", version: 3 };
  expect(toSuccess(createAlert, alert, input)).toMatchObject({
    status: 201,
    headers: { ETag: '"3"', Location: "/api/v1/alerts/alert_1" },
  });
  const repeated = toSuccess(createAlert, { ...alert, deduplicated: true }, input);
  expect([repeated.status, repeated.headers]).toEqual([200, { ETag: '"3"' }]);
});
