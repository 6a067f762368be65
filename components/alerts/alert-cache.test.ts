import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { insertCachedAlerts, patchCachedAlerts, refreshAlertsAfterChange } from "@/components/alerts/alert-cache";
import { makeAlert } from "@/components/alerts/alert-fixture";
import type { Alert } from "@/lib/alerts/schema";
import type { AlertListFilter } from "./alert-search";
import { type AlertListPage, alertListKey, alertTotalKey, toAlertQuery } from "./queries";

const me = "user_me";

function cacheWith(filter: AlertListFilter, rows: Alert[], hasMore = false) {
  const client = new QueryClient();
  const key = alertListKey("demo", filter);
  const query = toAlertQuery(filter, me);
  const page: AlertListPage = { data: rows, has_more: hasMore, next_cursor: hasMore ? "next" : null, query };
  client.setQueryData(key, { pages: [page], pageParams: [{}] });
  client.setQueryData(alertTotalKey("demo", filter), rows.length);
  const read = () => client.getQueryData<{ pages: AlertListPage[] }>(key)?.pages ?? [];
  const total = () => client.getQueryData(alertTotalKey("demo", filter));
  return { client, total, ids: () => read().flatMap(({ data }) => data.map(({ id }) => id)), read };
}

const [oldest, middle, newest] = [makeAlert(), makeAlert(), makeAlert()];

describe("a cached alert list", () => {
  it("applies a colleague's newer change in place and ignores an older version", () => {
    const { client, read, ids } = cacheWith({ status: ["open"] }, [newest, middle, oldest]);
    patchCachedAlerts(client, "demo", [
      { ...middle, status: "resolved", version: 2 },
      { ...newest, title: "stale", version: 0 },
    ]);
    expect(ids()).toEqual([newest.id, middle.id, oldest.id]);
    expect(read()[0]?.data.map(({ status, title }) => [status, title])).toEqual([
      ["open", newest.title],
      ["resolved", middle.title],
      ["open", oldest.title],
    ]);
  });

  it("keeps the expanded camera when an update omits it", () => {
    const camera = { id: "camera_1", name: "Dock 3", external_id: null, site: null };
    const { client, read } = cacheWith({}, [{ ...middle, camera }]);
    patchCachedAlerts(client, "demo", [{ ...middle, status: "resolved", version: 2 }]);
    expect(read()[0]?.data[0]).toMatchObject({ status: "resolved", camera });
  });

  it("removes an alert that no longer matches the filter and updates the total", async () => {
    const { client, ids, total } = cacheWith({ status: ["open"] }, [newest, middle, oldest]);
    await refreshAlertsAfterChange(client, { organization: "demo", me }, [
      { ...middle, status: "acknowledged", version: 2 },
    ]);
    expect(ids()).toEqual([newest.id, oldest.id]);
    expect(total()).toBe(2);
  });

  it("reinserts an undone alert at its sorted position", async () => {
    const filter: AlertListFilter = { status: ["open"] };
    const { client, ids, total } = cacheWith(filter, [newest, oldest]);
    await refreshAlertsAfterChange(client, { organization: "demo", me, into: filter }, [{ ...middle, version: 3 }]);
    expect(ids()).toEqual([newest.id, middle.id, oldest.id]);
    expect(total()).toBe(3);
  });

  it("adds new alerts on top only once, even when announced repeatedly", () => {
    const { client, ids } = cacheWith({}, [middle, oldest]);
    insertCachedAlerts(client, "demo", {}, [newest, middle]);
    insertCachedAlerts(client, "demo", {}, [newest]);
    expect(ids()).toEqual([newest.id, middle.id, oldest.id]);
  });

  it("skips alerts that belong beyond the loaded rows", () => {
    const { client, ids } = cacheWith({}, [newest, middle], true);
    insertCachedAlerts(client, "demo", {}, [oldest]);
    expect(ids()).toEqual([newest.id, middle.id]);
  });

  it("removes a reassigned alert when filtered by 'me'", async () => {
    const mine = makeAlert({ assignee_id: me });
    const { client, ids } = cacheWith({ assignee_id: ["me"] }, [mine]);
    await refreshAlertsAfterChange(client, { organization: "demo", me }, [
      { ...mine, assignee_id: "user_other", version: 2 },
    ]);
    expect(ids()).toEqual([]);
  });
});
