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

describe("a loaded list", () => {
  it("shows a colleague's later change in its place, and never an older state", () => {
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

  it("keeps the camera that only the list had asked for", () => {
    const camera = { id: "camera_1", name: "Dock 3", external_id: null, site: null };
    const { client, read } = cacheWith({}, [{ ...middle, camera }]);
    patchCachedAlerts(client, "demo", [{ ...middle, status: "resolved", version: 2 }]);
    expect(read()[0]?.data[0]).toMatchObject({ status: "resolved", camera });
  });

  it("lets go of what the reader's own change took out of the filter, and counts it", async () => {
    const { client, ids, total } = cacheWith({ status: ["open"] }, [newest, middle, oldest]);
    await refreshAlertsAfterChange(client, { organization: "demo", me }, [
      { ...middle, status: "acknowledged", version: 2 },
    ]);
    expect(ids()).toEqual([newest.id, oldest.id]);
    expect(total()).toBe(2);
  });

  it("takes an undone alert back where its order has it", async () => {
    const filter: AlertListFilter = { status: ["open"] };
    const { client, ids, total } = cacheWith(filter, [newest, oldest]);
    await refreshAlertsAfterChange(client, { organization: "demo", me, into: filter }, [{ ...middle, version: 3 }]);
    expect(ids()).toEqual([newest.id, middle.id, oldest.id]);
    expect(total()).toBe(3);
  });

  it("puts new alerts on top once, however often they are announced", () => {
    const { client, ids } = cacheWith({}, [middle, oldest]);
    insertCachedAlerts(client, "demo", {}, [newest, middle]);
    insertCachedAlerts(client, "demo", {}, [newest]);
    expect(ids()).toEqual([newest.id, middle.id, oldest.id]);
  });

  it("leaves what lies beyond the loaded rows to the page that will be loaded there", () => {
    const { client, ids } = cacheWith({}, [newest, middle], true);
    insertCachedAlerts(client, "demo", {}, [oldest]);
    expect(ids()).toEqual([newest.id, middle.id]);
  });

  it("knows whose alerts are mine", async () => {
    const mine = makeAlert({ assignee_id: me });
    const { client, ids } = cacheWith({ assignee_id: ["me"] }, [mine]);
    await refreshAlertsAfterChange(client, { organization: "demo", me }, [
      { ...mine, assignee_id: "user_other", version: 2 },
    ]);
    expect(ids()).toEqual([]);
  });
});
