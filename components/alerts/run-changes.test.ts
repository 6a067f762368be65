import { afterEach, describe, expect, it, vi } from "vitest";
import { makeAlert } from "@/components/alerts/alert-fixture";
import { runChanges, triageDifferences, undoSteps } from "@/components/alerts/run-changes";
import type { Alert } from "@/lib/alerts/schema";
import { toAlertLine } from "./queries";

afterEach(() => vi.unstubAllGlobals());

/** Replaces `fetch` with a stub that returns these replies in sequence, and records each request. */
function answer(...replies: { status: number; body: object }[]) {
  const asked: { method: string; ifMatch: string | null }[] = [];
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit) => {
    asked.push({ method: init.method ?? "", ifMatch: new Headers(init.headers).get("If-Match") });
    const reply = replies.shift() ?? { status: 500, body: {} };
    return new Response(JSON.stringify(reply.body), { status: reply.status });
  });
  return asked;
}

const mismatch = { status: 412, body: { status: 412, code: "version_mismatch" } };
const found = (alert: Alert) => ({ status: 200, body: alert });

describe("changing an alert", () => {
  it("sends the version that the user saw in If-Match", async () => {
    const seen = makeAlert({ version: 7 });
    const asked = answer(found({ ...seen, status: "resolved", version: 8 }));
    const [outcome] = await runChanges("demo", [{ seen, change: { status: "resolved" } }]);
    expect(asked).toEqual([{ method: "PATCH", ifMatch: '"7"' }]);
    expect(outcome).toMatchObject({ kind: "done", now: { status: "resolved" } });
  });

  it("reports a conflict instead of overwriting a colleague's decision", async () => {
    const seen = makeAlert();
    const asked = answer(mismatch, found({ ...seen, status: "acknowledged", version: 2 }));
    const [outcome] = await runChanges("demo", [{ seen, change: { status: "resolved" } }]);
    expect(asked.map(({ method }) => method)).toEqual(["PATCH", "GET"]);
    expect(outcome).toMatchObject({ kind: "conflict", now: { status: "acknowledged" } });
  });

  it("reports that a colleague already made the same change", async () => {
    const seen = makeAlert();
    answer(mismatch, found({ ...seen, status: "resolved", version: 2 }));
    const [outcome] = await runChanges("demo", [{ seen, change: { status: "resolved" } }]);
    expect(outcome).toMatchObject({ kind: "already" });
  });

  it("retries with the newer version when only counters changed", async () => {
    const seen = makeAlert();
    const newer = { ...seen, occurrence_count: 9, version: 2 };
    const asked = answer(mismatch, found(newer), found({ ...newer, status: "resolved", version: 3 }));
    const [outcome] = await runChanges("demo", [{ seen, change: { status: "resolved" } }]);
    expect(asked.at(-1)).toEqual({ method: "PATCH", ifMatch: '"2"' });
    expect(outcome).toMatchObject({ kind: "done" });
  });

  it("ignores conflicting changes to fields that the list does not show", async () => {
    const seen = toAlertLine(makeAlert({ description: "Before" }));
    const newer = { ...makeAlert(), ...seen, description: "After", version: 2 };
    const asked = answer(mismatch, found(newer), found({ ...newer, status: "resolved", version: 3 }));
    const [outcome] = await runChanges("demo", [{ seen, change: { status: "resolved" } }]);
    expect(asked.at(-1)).toEqual({ method: "PATCH", ifMatch: '"2"' });
    expect(outcome).toMatchObject({ kind: "done" });
  });

  it("continues with the next change when one fails", async () => {
    const [first, second] = [makeAlert(), makeAlert()];
    answer({ status: 403, body: { status: 403, code: "forbidden" } }, found({ ...second, status: "resolved" }));
    const outcomes = await runChanges("demo", [
      { seen: first, change: { status: "resolved" } },
      { seen: second, change: { status: "resolved" } },
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "done"]);
  });
});

describe("undoing a change", () => {
  const open = makeAlert();
  it("uses only allowed transitions: from resolved to open, then to acknowledged", () => {
    const before: Alert = { ...open, status: "acknowledged" };
    const steps = undoSteps(before, { ...open, status: "resolved" }, { status: "resolved" });
    expect(steps).toEqual([{ status: "open" }, { status: "acknowledged" }]);
  });

  it("restores the disposition and reason of a dismissed alert", () => {
    const before: Alert = { ...open, status: "dismissed", disposition: "test", disposition_reason: "Drill" };
    expect(undoSteps(before, open, { status: "open" })).toEqual([
      { status: "dismissed", disposition: "test", disposition_reason: "Drill" },
    ]);
  });

  it("restores the previous assignee", () => {
    const before: Alert = { ...open, assignee_id: "user_a" };
    expect(undoSteps(before, { ...open, assignee_id: "user_b" }, { assignee_id: "user_b" })).toEqual([
      { assignee_id: "user_a" },
    ]);
  });
});

it("ignores timestamps and occurrence counts when listing triage differences", () => {
  const alert = makeAlert();
  expect(triageDifferences(alert, { ...alert, occurrence_count: 5, updated_at: "2027-01-01T00:00:00.000Z" })).toEqual(
    [],
  );
  expect(triageDifferences(alert, { ...alert, tags: ["x"], severity: "low" })).toEqual(["severity", "tags"]);
});
