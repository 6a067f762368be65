import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { formatSql } from "@/e2e/fixtures/sql-text";
import type { Context } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import { alertCondition } from "../condition";
import { lockAlertsStatement } from "../lock";
import type { AlertRecord } from "../row";
import { type AlertListQuery, alertListQuerySchema } from "../schema";
import {
  lockKeysStatement,
  lockMemberStatement,
  lockStatement,
  releaseKeysStatement,
  storeStatement,
  takeKeysStatement,
} from "./change-statements";
import { INSERT_ALERTS, INSERT_KEYED_ALERTS, INSERT_MIXED_ALERTS } from "./insert-statement";
import { hasOnePlan, listStatement } from "./list-statement";
import {
  deleteEventsStep,
  deleteNotesStep,
  emptyEventsStep,
  lockFreeStatement,
  lockHeldKeysStatement,
  oldestStatement,
  removeStatements,
} from "./remove-statements";

const ID = "01a19467-e800-7000-8000-000000000001";
const ctx = { organizationId: ID } as Context;
const OTHER = "01a19467-e800-7000-8000-000000000002";
const TIME = "2026-01-31T12:00:00Z";
const camera = encodeId("camera", ID);

const textOf = (statement: SQL) => new PgDialect().sqlToQuery(statement).sql;

function list(query: Record<string, unknown> = {}, options: { after?: string[]; cameras?: string[] } = {}) {
  const { sort, expand, limit, ...search } = alertListQuerySchema.parse(query);
  const withCamera = expand?.includes("camera") ?? false;
  const selection = { query: search, sort, limit, withCamera, after: options.after };
  const cameras = options.cameras ?? null;
  const comment = hasOnePlan(selection, cameras) ? "" : "-- Planned for its values.\n";
  return `${comment}${textOf(listStatement(ctx, selection, cameras))}`;
}

const everyFilter = {
  ...{ status: ["open", "acknowledged"], use_case: ["fire"], severity: ["high"], tag: ["gate"], q: "forklift" },
  ...{ assignee_id: ["none"], occurred_after: TIME, created_after: TIME, updated_after: TIME },
};

const lists: Record<string, string> = {
  "first-page": list(),
  "page-after-cursor": list({}, { after: [ID] }),
  "page-with-cameras": list({ expand: ["camera"] }),
  "oldest-first": list({ sort: "created_at" }, { after: [ID] }),
  "by-occurrence": list({ sort: "-occurred_at" }, { after: [TIME, ID] }),
  "by-update": list({ sort: "-updated_at" }, { after: [TIME, ID] }),
  "with-tag": list({ tag: ["gate"] }, { after: [ID] }),
  "every-filter": list(everyFilter, { cameras: [ID, OTHER] }),
  "occurred-before": list({ occurred_before: TIME }),
};

const row = { id: ID } as AlertRecord;
const keyed = [{ id: ID, dedup_key: "gate 4" }];
const changes: Record<string, SQL> = {
  "1-queue": lockAlertsStatement(ctx, [ID]),
  "2-lock-keys-to-close": lockKeysStatement(ctx, keyed),
  "2-take-keys-to-reopen": takeKeysStatement(ctx, keyed, "open"),
  "3-lock": lockStatement(ctx, [ID], undefined),
  "4-lock-assignee": lockMemberStatement(ctx, ID),
  "5-store": storeStatement(ctx, [{ before: row, after: row }], TIME),
  "6-release-keys": releaseKeysStatement(ctx, keyed),
};

const [keysOf, alertsOf, eventsOf, notesOf] = removeStatements(ID, [ID]);
const removals: Record<string, SQL | undefined> = {
  "1-find": oldestStatement(ID, ID),
  "2-delete-notes": deleteNotesStep(ID, [ID]),
  "3-delete-old-events": deleteEventsStep(ID, [ID], ID),
  "4-empty-young-events": emptyEventsStep(ID, [ID]),
  "5-lock-keys": lockHeldKeysStatement(ID, [ID]),
  "6-lock": lockFreeStatement(ID, [ID]),
  "7-delete-keys": keysOf,
  "8-delete": alertsOf,
  "9-empty-events": eventsOf,
  "10-delete-notes": notesOf,
};

const statements: [name: string, text: string][] = [
  ["insert", INSERT_ALERTS],
  ["insert-of-several-organizations", INSERT_MIXED_ALERTS],
  ["insert-keyed", INSERT_KEYED_ALERTS],
  ...Object.entries(lists).map(([name, text]): [string, string] => [`list-${name}`, text]),
  ...Object.entries(changes).map(([name, text]): [string, string] => [`change-${name}`, textOf(text)]),
  ...Object.entries(removals).map(([name, text]): [string, string] => [`remove-${name}`, textOf(text ?? sql``)]),
];

/** Queries with one filter each. The name is the filter as written in a request. */
const filters: [spelled: string, query: Record<string, unknown>, cameras?: string[]][] = [
  ["status=open", { status: ["open"] }],
  ["status=open,acknowledged", { status: ["open", "acknowledged"] }],
  ["use_case=fire", { use_case: ["fire"] }],
  ["severity=high", { severity: ["high"] }],
  ["camera_id of one camera, whose UUID it is", { camera_id: [camera] }, [ID]],
  ["site_id or an external camera_id, looked up before", { camera_id: ["gate-4"] }, [ID, OTHER]],
  ["camera_id where it is not looked up before", { camera_id: ["gate-4"] }],
  ["tag=gate", { tag: ["gate"] }],
  ["assignee_id=none", { assignee_id: ["none"] }],
  ["assignee_id of a person or none", { assignee_id: ["none", encodeId("user", ID)] }],
  ["occurred_after", { occurred_after: TIME }],
  ["occurred_before", { occurred_before: TIME }],
  ["created_after", { created_after: TIME }],
  ["created_before", { created_before: TIME }],
  ["updated_after", { updated_after: TIME }],
  ["q=forklift, which the trigram index finds", { q: "forklift" }],
  ["q of two letters, which no index finds", { q: "ab" }],
];

function conditionOf(query: Record<string, unknown>, cameras?: string[]): string {
  const search: AlertListQuery = alertListQuerySchema.parse(query);
  return textOf(alertCondition(ctx, search, cameras ?? null));
}

// The `.sql` files are for reviewers. `npx vitest run --project unit lib/alerts/store -u` updates them.
describe("alert store statements", () => {
  it.each(statements)("match the reviewed SQL: %s", async (name, text) => {
    await expect(formatSql(text)).toMatchFileSnapshot(`sql/${name}.sql`);
  });

  const writing = statements.filter(([, text]) =>
    /(insert into|delete from) alerts\b|alerts a\nset status/.test(formatSql(text)),
  );
  it.each(writing)("update analytics counts: %s", (_, text) => {
    expect(text).toMatch(/insert into alert_deltas/);
  });

  it("match the reviewed SQL for each filter", async () => {
    const texts = filters.map(
      ([spelled, query, cameras]) => `-- ${spelled}\n${formatSql(conditionOf(query, cameras))}`,
    );
    await expect(texts.join("\n")).toMatchFileSnapshot("sql/filters.sql");
  });
});
