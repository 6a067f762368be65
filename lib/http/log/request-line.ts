import type { InputIssue } from "@/lib/errors";
import { MAX_LISTED_ERRORS, MAX_LOGGED_BODY } from "@/lib/limits";
import { maskBodyText, maskJson, maskTarget, maskText } from "./mask";

/** One entry of the request log. IDs are UUIDs, and times are ISO 8601 strings. */
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
  /** The request's path and query. */
  target?: string;
  /** The problem and body of a rejected request. It is removed once the entry is masked. */
  refusal?: { detail: string; errors?: readonly InputIssue[] | undefined; body: Uint8Array | null } | undefined;
}

/** An entry of the request log, masked, as stored in the table. */
export interface RequestLine extends RequestRecord {
  detail?: string;
  errors?: InputIssue[];
  request_body?: string;
}

/** How many bytes of a body are kept until it is masked. More than is stored, because masking shortens the body. */
export const MAX_KEPT_BODY = 2 * MAX_LOGGED_BODY;
const MAX_TARGET = 2_048;
const MAX_DETAIL = 1_000;
/** Appended to truncated text. */
export const CUT = "…";

const decoder = new TextDecoder();

/**
 * Masks secrets and truncates long values. It changes the entry itself instead of a copy, because most entries
 * need no change and copies cost time.
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

// Decodes a header as UTF-8, because HTTP servers read headers as Latin-1 (RFC 9110 §5.5).
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

/**
 * Matches XML and multipart bodies. They aren't logged, because no rule here determines where a secret in them
 * ends.
 */
const UNKNOWN_FORM = /^\s*(?:<|--)/;

// A body that isn't valid I-JSON is masked as text, because parsing it would drop duplicate names.
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

/** Truncates text, and replaces NUL and unpaired surrogates, which PostgreSQL's `text` type rejects. */
function cut(text: string, length: number): string {
  const whole = text.length <= length ? text : `${text.slice(0, length)}${CUT}`;
  return whole.isWellFormed() && !whole.includes("\0") ? whole : whole.toWellFormed().replaceAll("\0", "\ufffd");
}
