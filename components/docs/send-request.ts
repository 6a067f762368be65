/** A request that the form sends. */
export interface TrialRequest {
  method: string;
  /** The path from the site's root, with its query. */
  address: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Whether the session cookie is sent. False for requests with a key. */
  withSession: boolean;
}

export interface TrialReply {
  status: number;
  statusText: string;
  /** The time from sending the request until its last byte was read, in milliseconds. */
  durationMs: number;
  headers: [name: string, value: string][];
  text: string;
  /** True if `text` is incomplete, because the reply exceeded the limit or the reader stopped it. */
  cut: boolean;
}

/** Formats form data as lines of `name=value`, which are easier to edit. */
export function toFormLines(form: unknown): string {
  return Object.entries((form ?? {}) as Record<string, string>)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

/** Parses lines of `name=value` as form data. Lines without a name are ignored. */
export function parseFormLines(lines: string): Record<string, string> {
  const pairs = lines.split("\n").flatMap((line): [string, string][] => {
    const mark = line.indexOf("=");
    return mark < 1 ? [] : [[line.slice(0, mark).trim(), line.slice(mark + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}

const MAX_SHOWN_BYTES = 512 * 1024;

/** Replaces the `{parameters}` of a path with their encoded values. Parameters without a value stay. */
export function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(values[name] ?? "") || whole);
}

/**
 * Sends a request to this site and reads the reply. If the signal aborts while the reply is read, returns the part
 * that has arrived.
 * @returns null if there was no response.
 */
export async function sendTrial(request: TrialRequest, signal: AbortSignal): Promise<TrialReply | null> {
  const started = performance.now();
  try {
    const response = await fetch(request.address, {
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      credentials: request.withSession ? "same-origin" : "omit",
      cache: "no-store",
      signal,
    });
    const { text, cut } = await readText(response);
    return {
      status: response.status,
      statusText: response.statusText,
      durationMs: performance.now() - started,
      headers: [...response.headers],
      text,
      cut,
    };
  } catch {
    return null;
  }
}

async function readText(response: Response): Promise<{ text: string; cut: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return { text, cut: false };
      text += part.value;
      if (text.length > MAX_SHOWN_BYTES) {
        await reader?.cancel();
        return { text: text.slice(0, MAX_SHOWN_BYTES), cut: true };
      }
    }
  } catch {
    return { text, cut: true };
  }
}

/** The parts of a problem document that the form shows. */
export interface ShownProblem {
  title: string;
  detail: string;
  code: string;
  errors: { pointer?: string; parameter?: string; detail: string }[];
}

/** Parses a problem document or OAuth error from a reply. Returns null if it is neither. */
export function findProblem(reply: TrialReply | null | undefined): ShownProblem | null {
  if (!reply || reply.status < 400) return null;
  try {
    const problem = JSON.parse(reply.text) as Partial<ShownProblem & { error: string; error_description: string }>;
    const { code = "", errors = [], error = "", error_description = "" } = problem;
    const { title = error, detail = error_description } = problem;
    return code === "" ? null : { title, detail, code, errors };
  } catch {
    return null;
  }
}
