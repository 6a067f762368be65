import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { hasBrand } from "@/lib/brand";

const ATTEMPT_TIMEOUT_MS = 15_000;
const GIVE_UP_AFTER_MS = 120_000;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/** A successful API reply. */
export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
  /** Duration of the successful attempt, in milliseconds. */
  ms: number;
}

const callFailure = Symbol.for("sightline.call-failure");

/** The error of a failed call: an error reply, or no response (`status` 0). */
export class CallFailure extends Error {
  readonly [callFailure] = true;
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.name = "CallFailure";
    this.status = status;
    this.code = code;
  }
}

export const isCallFailure = (value: unknown): value is CallFailure => hasBrand(value, callFailure);

export interface Partner {
  get<T>(path: string): Promise<Answer<T>>;
  post<T>(path: string, body: unknown): Promise<Answer<T>>;
  patch<T>(path: string, body: unknown): Promise<Answer<T>>;
}

export interface PartnerOptions {
  /** The base URL of the site. */
  url: string;
  key: string;
  /** How long to retry, in milliseconds. 0 means a single attempt. */
  giveUpAfterMs?: number;
  onRetry?: (reason: string) => void;
}

/**
 * Creates a well-behaved API client. Every POST has an Idempotency-Key. Missing replies, 429, 5xx and
 * `idempotency_in_progress` are retried with the same key after `Retry-After`. All methods throw CallFailure for
 * an error reply, or if there is no response within the time limit.
 */
export function createPartner({
  url,
  key,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
  onRetry = () => {},
}: PartnerOptions): Partner {
  // All calls wait until this time, because a rate limit applies to the whole key.
  let quietUntil = 0;

  async function call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const deadline = Date.now() + giveUpAfterMs;
    const init = {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        Accept: "application/json",
        "User-Agent": "sightline-simulator/1.0",
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(method === "POST" && { "Idempotency-Key": randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      if (quietUntil > Date.now()) await sleep(quietUntil - Date.now());
      const outcome = await attempt<T>(`${url}/api/v1${path}`, init);
      if (!("failure" in outcome)) return outcome;
      const pause = outcome.retryAfterMs ?? wait * (0.5 + Math.random() / 2);
      if (!outcome.isPassing || Date.now() + pause > deadline) throw outcome.failure;
      onRetry(outcome.failure.code);
      if (outcome.failure.status === 429) quietUntil = Math.max(quietUntil, Date.now() + pause);
      await sleep(pause);
    }
  }

  return {
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    patch: (path, body) => call("PATCH", path, body),
  };
}

interface Trouble {
  failure: CallFailure;
  isPassing: boolean;
  retryAfterMs: number | null;
}

async function attempt<T>(address: string, init: RequestInit): Promise<Answer<T> | Trouble> {
  const started = performance.now();
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) });
    const text = await response.text();
    const { status, headers } = response;
    if (!response.ok) return refusal(status, headers, text);
    const body = (text === "" ? undefined : JSON.parse(text)) as T;
    return { status, body, headers, ms: performance.now() - started };
  } catch (error) {
    const cause = (error as Error).cause instanceof Error ? ((error as Error).cause as Error) : (error as Error);
    return { failure: new CallFailure(0, "no_answer", cause.message), isPassing: true, retryAfterMs: null };
  }
}

function refusal(status: number, headers: Headers, text: string): Trouble {
  const { code = `status_${status}`, detail = "" } = readProblem(text);
  const isPassing = status === 429 || status >= 500 || code === "idempotency_in_progress";
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return {
    failure: new CallFailure(status, code, detail),
    isPassing,
    retryAfterMs: seconds >= 0 ? seconds * 1_000 : null,
  };
}

function readProblem(text: string): { code?: string; detail?: string } {
  try {
    return JSON.parse(text) as { code?: string; detail?: string };
  } catch {
    return {};
  }
}
