import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alertSearch } from "@/components/alerts/alert-search";
import { auditSearch } from "@/components/audit/audit-search";
import { cameraSearch } from "@/components/cameras/camera-search";
import { emailSearch } from "@/components/emails/email-labels";
import { keySearch } from "@/components/keys/key-filters";
import { memberSearch } from "@/components/members/member-search";
import { requestSearch } from "@/components/requests/request-search";
import { deliverySearch } from "@/components/webhooks/delivery-search";
import { webhookSearch } from "@/components/webhooks/webhook-search";

const codecs = {
  alertSearch,
  auditSearch,
  cameraSearch,
  deliverySearch,
  emailSearch,
  keySearch,
  memberSearch,
  requestSearch,
  webhookSearch,
};
/** Parses a query with the named codec and returns the query that the codec formats from the result. */
const rewritten = (name: keyof typeof codecs, query: string): string => {
  const { parse, format } = codecs[name] as typeof memberSearch;
  return format(parse(new URLSearchParams(query)));
};

describe("the codec for list search parameters", () => {
  it.each<[keyof typeof codecs, string]>([
    ["alertSearch", ""],
    ["alertSearch", "status=open,resolved&assignee_id=me,none&range=24h&sort=created_at"],
    ["alertSearch", "q=dock+3"],
    ["auditSearch", "action=key.created,key.revoked&range=7d"],
    ["cameraSearch", "status=degraded,offline&tag=dock&view=cards"],
    ["deliverySearch", "state=failed,pending&event_type=alert.created&period=30d"],
    ["emailSearch", "state=waiting"],
    ["keySearch", "show=ended&q=edge"],
    ["memberSearch", "q=mara"],
    ["webhookSearch", "q=dispatch"],
    ["requestSearch", "range=7d"],
    ["requestSearch", "status=4xx,503&min_ms=0"],
    ["requestSearch", "route=/alerts/{id}&min_ms=500&max_ms=1000"],
    ["requestSearch", "ip=2001:db8::1&from=2026-11-21T12:00:00.000Z&to=2026-11-21T13:00:00.000Z"],
  ])("round-trips %s parameters unchanged: %j", (name, query) => expect(rewritten(name, query)).toBe(query));

  it.each<[keyof typeof codecs, string, string]>([
    ["alertSearch", "status=resolved&status=open&sort=-created_at", "status=open,resolved"],
    ["alertSearch", "status=open,nonsense&severity=loud&site_id=7&color=red&q=&sort=upwards", "status=open"],
    ["alertSearch", "range=1h&occurred_after=2026-01-01T00:00:00Z", "range=1h"],
    [
      "alertSearch",
      "occurred_after=2026-01-02T00:00:00Z&occurred_before=2026-01-01T00:00:00Z",
      "occurred_after=2026-01-02T00:00:00Z",
    ],
    ["cameraSearch", "status=offline&status=online&view=table", "status=offline,online"],
    ["keySearch", "show=current&q=%00edge+", "q=edge"],
    ["requestSearch", "min_ms=500&max_ms=20", "min_ms=500"],
    ["requestSearch", "min_ms=-1&max_ms=1e3&status=6xx&from=yesterday&range=1y", ""],
    ["requestSearch", "max_ms=3600001", ""],
    ["requestSearch", "range=24h", ""],
    ["deliverySearch", "state=lost&event_type=alert.created,alert.sold&period=24h", "event_type=alert.created"],
    ["auditSearch", "range=7d&from=2026-01-01T00:00:00Z&actor=stranger", "from=2026-01-01T00:00:00Z"],
  ])("normalizes %s parameters from %j to %j", (name, query, expected) =>
    expect(rewritten(name, query)).toBe(expected),
  );

  it("parses URL parameters and Next's searchParams alike", () => {
    const expected = { status: ["open", "resolved"], q: "dock" };
    expect(alertSearch.parse({ status: ["open", "resolved"], q: "dock", color: undefined })).toEqual(expected);
    expect(alertSearch.parse(new URLSearchParams("status=open,resolved&q=dock"))).toEqual(expected);
  });

  it("preserves commas within a value", () => {
    const search = { tag: ["dock, east", "night"] };
    expect(cameraSearch.parse(new URLSearchParams(cameraSearch.format(search)))).toEqual(search);
  });

  it("excludes sort order and view from filters, and keeps the order on clearing", () => {
    expect(alertSearch.isFiltered({ sort: "created_at" })).toBe(false);
    expect(alertSearch.withoutFilters({ q: "x", sort: "created_at" })).toEqual({ sort: "created_at" });
    expect(cameraSearch.isFiltered({ view: "cards" })).toBe(false);
    expect(requestSearch.isFiltered({ max_ms: 0 })).toBe(true);
    expect(requestSearch.isFiltered({ range: "30d" })).toBe(false);
  });

  it.each(Object.keys(codecs) as (keyof typeof codecs)[])(
    "normalizes %s parameters idempotently for any query",
    (name) => {
      const names = [
        ...new Set(Object.values(codecs).flatMap((codec) => Object.keys(codec.parse({})))),
        "q",
        "status",
        "tag",
      ];
      const query = fc.array(fc.tuple(fc.constantFrom(...names), fc.string({ unit: "binary" })));
      fc.assert(
        fc.property(query, (pairs) => {
          const once = rewritten(name, new URLSearchParams(pairs).toString());
          expect(rewritten(name, once)).toBe(once);
        }),
      );
    },
  );
});
