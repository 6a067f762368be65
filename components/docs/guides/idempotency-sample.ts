import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** Returns a POST request with an `Idempotency-Key`, which can be repeated safely. */
export function idempotentRequest(baseUrl: string): SnippetRequest {
  return {
    method: "POST",
    url: `${baseUrl}/api/v1/alerts`,
    authorized: true,
    headers: { "Idempotency-Key": "0f8e6f0c-3b0e-4c55-9d3b-6f1f6f6d2a11" },
    body: { camera_id: "rtm-dock-3-east", use_case: "intrusion", status: "open" },
  };
}

/** Returns JavaScript code that creates one alert, and retries with the same idempotency key. */
export function retrySample(baseUrl: string): string {
  return `async function createAlert(alert) {
  const key = crypto.randomUUID();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const response = await fetch("${baseUrl}/api/v1/alerts", {
      method: "POST",
      headers: {
        Authorization: \`Bearer \${process.env.SIGHTLINE_API_KEY}\`,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
      },
      body: JSON.stringify(alert),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    if (response?.ok) return response.json();
    const code = response && (await response.json()).code;
    const canRetry = !response || response.status >= 500 || ["rate_limited", "idempotency_in_progress"].includes(code);
    if (!canRetry) throw new Error(code);
    const seconds = Number(response?.headers.get("Retry-After")) || 2 ** attempt * (0.5 + Math.random());
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  throw new Error("No reply after 5 attempts");
}`;
}
