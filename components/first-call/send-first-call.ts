import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** What came back of the last request of a first call. `status` is null when nothing answered. */
export interface FirstCallReply {
  status: number | null;
  durationMs: number;
  requestId: string | null;
  /** The id of what was made, such as the alert's. */
  id: string | null;
  problem: { code: string; detail: string } | null;
}

/**
 * Sends the requests one after the other with the key itself, as a partner would; the session stays out. The key is in
 * the header and nowhere else: not in the address, the cache or the reply.
 */
export async function sendFirstCall(requests: readonly SnippetRequest[], secret: string): Promise<FirstCallReply> {
  let reply = await sendOne(requests[0], secret);
  for (const request of requests.slice(1)) {
    // A camera that is there already is what the next call needs.
    if (reply.problem && reply.problem.code !== "conflict") return reply;
    reply = await sendOne(request, secret);
  }
  return reply;
}

async function sendOne(request: SnippetRequest | undefined, secret: string): Promise<FirstCallReply> {
  const startedAt = performance.now();
  const failed = { status: null, requestId: null, id: null, problem: null };
  if (!request) return { ...failed, durationMs: 0 };
  const { pathname } = new URL(request.url);
  try {
    const response = await fetch(pathname, {
      method: request.method,
      credentials: "omit",
      cache: "no-store",
      headers: {
        Accept: "application/json",
        Authorization: `Bearer ${secret}`,
        ...(request.body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    const body: { id?: string; code?: string; detail?: string } = await response.json().catch(() => ({}));
    return {
      status: response.status,
      durationMs: Math.round(performance.now() - startedAt),
      requestId: response.headers.get("X-Request-Id"),
      id: body.id ?? null,
      problem: response.ok
        ? null
        : { code: body.code ?? "unknown", detail: body.detail ?? "The request was rejected." },
    };
  } catch {
    return { ...failed, durationMs: Math.round(performance.now() - startedAt) };
  }
}
