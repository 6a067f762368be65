import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** The reply to the last request that was sent. `status` is null if there was no response. */
export interface FirstCallReply {
  status: number | null;
  durationMs: number;
  requestId: string | null;
  /** The ID of the object that the request created, such as an alert. */
  id: string | null;
  problem: { code: string; detail: string } | null;
}

/**
 * Sends the requests in order, until one fails. They carry the key only in a header and omit the session, like a
 * partner's requests.
 * @returns the reply to the last request that was sent
 */
export async function sendFirstCall(requests: readonly SnippetRequest[], secret: string): Promise<FirstCallReply> {
  let reply = await sendOne(requests[0], secret);
  for (const request of requests.slice(1)) {
    // Continue if the camera already exists, because the next request can use it.
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
