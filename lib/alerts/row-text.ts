import { sql } from "drizzle-orm";
import { encodeId } from "@/lib/db/ids";
import { isoTime } from "@/lib/db/text";
import { actorIdKind } from "@/lib/http/wire";
import { type ActorKind, actorKinds } from "@/lib/values";

/** Between the fields of a row text, and in place of a null: no text that is stored has control characters. */
const SEPARATOR = "\u001f";
const NULL = "\u001e";

const required = (column: string) => `a.${column}`;
const optional = (column: string) => `coalesce(${column.includes(".") ? column : `a.${column}`}::text, e'\\x1e')`;

const columns = [
  ...["id", "camera_id", "use_case", "status", "severity"].map(required),
  ...["title", "description"].map(optional),
  "a.occurred_at",
  ...["dedup_key", "confidence"].map(optional),
  "a.media, array_to_json(a.tags), a.metadata",
  ...["assignee_id", "disposition", "disposition_reason"].map(optional),
  ...["occurrence_count", "last_occurred_at", "source_kind", "source_id", "source_name"].map(required),
  ...["created_at", "updated_at"].map(required),
  ...["acknowledged_at", "acknowledged_by_kind", "acknowledged_by_id", "acknowledged_by_name"].map(optional),
  ...["resolved_at", "resolved_by_kind", "resolved_by_id", "resolved_by_name"].map(optional),
  "a.version",
];
const cameraFields = ["c.name", "c.external_id", "s.id", "s.name"].map(optional);
const rowText = (fields: string[]) => sql.raw(`concat_ws(e'\\x1f', ${fields.join(", ")})`);

/** An alert, of a table or CTE named `a`, as one text: the driver takes longer for a column than the database. */
export const alertRowText = rowText(columns);
/** The same with the camera of `cameraJoin`. */
export const alertRowTextWithCamera = rowText([...columns, ...cameraFields]);

const UNSAFE = /["\\\p{Cc}]/u;
const quoted = (field: string) => (UNSAFE.test(field) ? JSON.stringify(field) : `"${field}"`);
const text = (field: string) => (field === NULL ? "null" : quoted(field));
const plain = (field: string) => (field === NULL ? "null" : field);
const word = (field: string) => (field === NULL ? "null" : `"${field}"`);
const time = (field: string) => (field === NULL ? "null" : `"${isoTime(field)}"`);

const kinds = new Map<string, ActorKind>(actorKinds.map((kind) => [kind, kind]));
function actor(field: string, id: string, name: string): string {
  const kind = kinds.get(field);
  if (kind === undefined || id === NULL) return "null";
  const shown = name === NULL ? '""' : quoted(name);
  return `{"kind":"${kind}","id":"${encodeId(actorIdKind(kind), id)}","name":${shown}}`;
}

/** What says the place of a row text in a list: the moment that the list is ordered by, if it is not the id's, and the id. */
export function positionFromRowText(
  rowText: string,
  column: "occurred_at" | "updated_at" | null,
): [string, ...string[]] {
  const fields = rowText.split(SEPARATOR);
  const id = fields[0] ?? "";
  if (column === null) return [id];
  return [isoTime(fields[column === "occurred_at" ? 7 : 22] ?? ""), id];
}

/**
 * A row text as callers see it, in JSON: `JSON.parse` of it is what `toAlert` makes of the row. It is put together
 * from text, since to make an object of it and text of the object costs several times as much.
 */
export function alertJson(rowText: string): string {
  // Destructured in the order of `columns`.
  const [
    id = "",
    cameraId = "",
    useCase = "",
    status = "",
    severity = "",
    title = "",
    description = "",
    occurredAt = "",
    dedupKey = "",
    confidence = "",
    media = "",
    tags = "",
    metadata = "",
    assigneeId = "",
    disposition = "",
    dispositionReason = "",
    occurrenceCount = "",
    lastOccurredAt = "",
    sourceKind = "",
    sourceId = "",
    sourceName = "",
    createdAt = "",
    updatedAt = "",
    acknowledgedAt = "",
    acknowledgedByKind = "",
    acknowledgedById = "",
    acknowledgedByName = "",
    resolvedAt = "",
    resolvedByKind = "",
    resolvedById = "",
    resolvedByName = "",
    version = "",
    cameraName,
    cameraExternalId = "",
    siteId = "",
    siteName = "",
  ] = rowText.split(SEPARATOR);
  const camera = encodeId("camera", cameraId);
  const site = siteId === NULL ? "null" : `{"id":"${encodeId("site", siteId)}","name":${text(siteName)}}`;
  const expanded =
    cameraName === undefined
      ? ""
      : `"camera":{"id":"${camera}","name":${text(cameraName)},"external_id":${text(cameraExternalId)},"site":${site}},`;
  const assignee = assigneeId === NULL ? "null" : `"${encodeId("user", assigneeId)}"`;
  return (
    `{"id":"${encodeId("alert", id)}","camera_id":"${camera}",${expanded}"use_case":"${useCase}","status":"${status}",` +
    `"severity":"${severity}","title":${text(title)},"description":${text(description)},` +
    `"occurred_at":${time(occurredAt)},"dedup_key":${text(dedupKey)},"confidence":${plain(confidence)},` +
    `"media":${media},"tags":${tags},"metadata":${metadata},"assignee_id":${assignee},` +
    `"disposition":${word(disposition)},"disposition_reason":${text(dispositionReason)},` +
    `"occurrence_count":${occurrenceCount},"last_occurred_at":${time(lastOccurredAt)},` +
    `"source":${actor(sourceKind, sourceId, sourceName)},` +
    `"created_at":${time(createdAt)},"updated_at":${time(updatedAt)},` +
    `"acknowledged_at":${time(acknowledgedAt)},` +
    `"acknowledged_by":${actor(acknowledgedByKind, acknowledgedById, acknowledgedByName)},` +
    `"resolved_at":${time(resolvedAt)},"resolved_by":${actor(resolvedByKind, resolvedById, resolvedByName)},` +
    `"version":${version}}`
  );
}
