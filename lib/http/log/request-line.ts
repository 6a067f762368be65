import type { InputIssue } from "@/lib/errors";
import { MAX_LISTED_ERRORS, MAX_LOGGED_BODY } from "@/lib/limits";
import { maskBodyText, maskJson, maskTarget, maskText } from "./mask";

/** One entry of the request log. IDs are UUIDs, times ISO 8601. */
export interface RequestRecord {
  organization_id: string;
  id: string;
  method: string;
  route: string;
  status: number;
  code: string | null;
  duration_ms: number;
  credential_kind: string;
  credential_id: string;
  ip: string | null;
  user_agent: string | null;
  created_at: string;
  /** Path and query. */
  target?: string;
  /** For a rejected request: its problem document and body. Removed once the entry is masked. */
  refusal?: { detail: string; errors?: readonly InputIssue[] | undefined; body: Uint8Array | null } | undefined;
}

/** An entry as stored in the table. */
export interface RequestLine extends RequestRecord {
  detail?: string;
  errors?: InputIssue[];
  request_body?: string;
}

/** How much of a body is kept until it is masked. More than is stored, because masking shortens it. */
export const MAX_KEPT_BODY = 2 * MAX_LOGGED_BODY;
const MAX_TARGET = 2_048;
const MAX_DETAIL = 1_000;
/** Marks truncated text. */
export const CUT = "…";

const decoder = new TextDecoder();

/**
 * Masks an entry's secrets and truncates long values, in place: most entries need no change, and copying each would
 * cost time.
 */
export function toRequestLine(record: RequestRecord): RequestLine {
  const { refusal, target, user_agent } = record;
  const line: RequestLine = record;
  if (user_agent !== null) line.user_agent = maskText(readable(user_agent));
  if (target !== undefined) line.target = cut(maskTarget(target), MAX_TARGET);
  if (!refusal) return line;
  line.refusal = undefined;
  line.detail = cut(maskText(refusal.detail), MAX_DETAIL);
  if (refusal.errors) line.errors = refusal.errors.slice(0, MAX_LISTED_ERRORS).map(maskIssue);
  const body = refusal.body?.length ? maskBody(refusal.body, line.code) : null;
  if (body !== null) line.request_body = body;
  return line;
}

// HTTP servers read headers as Latin-1 (RFC 9110 §5.5). UTF-8 is restored here.
function readable(header: string): string {
  return /[\x80-\xff]/.test(header) ? cut(decoder.decode(Buffer.from(header, "latin1")), MAX_DETAIL) : header;
}

function maskIssue(issue: InputIssue): InputIssue {
  const { pointer, parameter, code, detail } = issue;
  return {
    ...(pointer !== undefined && { pointer: cut(maskText(pointer), MAX_DETAIL) }),
    ...(parameter !== undefined && { parameter: cut(maskText(parameter), MAX_DETAIL) }),
    code,
    detail: cut(maskText(detail), MAX_DETAIL),
  };
}

/** XML and multipart bodies: no rule here determines where a secret in them ends. */
const UNKNOWN_FORM = /^\s*(?:<|--)/;

// A body rejected as JSON is stored as text, because parsing it would drop duplicate names.
function maskBody(body: Uint8Array, code: string | null): string | null {
  const text = decoder.decode(body);
  if (UNKNOWN_FORM.test(text)) return null;
  return cut((code === "invalid_json" ? null : jsonOf(text)) ?? maskBodyText(text), MAX_LOGGED_BODY);
}

function jsonOf(text: string): string | null {
  try {
    return JSON.stringify(maskJson(JSON.parse(text)));
  } catch {
    return null;
  }
}

/** PostgreSQL's text rejects NUL and unpaired surrogates. */
function cut(text: string, length: number): string {
  const whole = text.length <= length ? text : `${text.slice(0, length)}${CUT}`;
  return whole.isWellFormed() && !whole.includes("\0") ? whole : whole.toWellFormed().replaceAll("\0", "\ufffd");
}
