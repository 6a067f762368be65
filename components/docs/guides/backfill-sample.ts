import { MAX_BATCH_ROWS } from "@/lib/limits";

/** The number of alerts that the guide sends, and the names of the backfill's two files. */
export const BACKFILL_ALERTS = 10_000;
export const BACKFILL_DATA = "alerts.ndjson";
export const BACKFILL_SCRIPT = "backfill.mjs";

const oldAlert = {
  camera_id: "rtm-dock-3-east",
  use_case: "intrusion",
  status: "resolved",
  disposition: "true_positive",
  title: "Person at dock 3",
  occurred_at: "2026-01-31T12:00:00Z",
  dedup_key: "old-system/1",
};

/** Returns the first lines of the data file. */
export function backfillLines(): string {
  const second = { ...oldAlert, occurred_at: "2026-01-31T12:05:00Z", dedup_key: "old-system/2" };
  return [oldAlert, second].map((alert) => JSON.stringify(alert)).join("\n");
}

/**
 * Returns a Node.js program that sends the data file in batches. It can be run again while the API remembers its
 * idempotency keys.
 */
export function backfillSample(baseUrl: string): string {
  return `import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const BATCH_ROWS = ${MAX_BATCH_ROWS};
const lines = (await readFile("${BACKFILL_DATA}", "utf8")).trim().split("\\n");
const totals = { stored: 0, failed: 0 };

for (let start = 0; start < lines.length; start += BATCH_ROWS) {
  const batch = await sendBatch(\`{"alerts":[\${lines.slice(start, start + BATCH_ROWS).join(",")}]}\`);
  for (const { index, problem } of batch.results) {
    if (problem) {
      totals.failed += 1;
      console.error(\`Line \${start + index + 1}: \${problem.code}: \${problem.detail}\`);
    } else {
      totals.stored += 1;
    }
  }
}
console.log(\`\${totals.stored} stored, \${totals.failed} failed\`);

async function sendBatch(body) {
  // The key depends on the rows, so a second run of the script repeats the same requests.
  const key = createHash("sha256").update(body).digest("hex");
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const response = await fetch("${baseUrl}/api/v1/alerts/batch", {
      method: "POST",
      headers: {
        Authorization: \`Bearer \${process.env.SIGHTLINE_API_KEY}\`,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
      },
      body,
      signal: AbortSignal.timeout(60_000),
    }).catch(() => null);
    if (response?.ok) return response.json();
    const canRetry = !response || response.status >= 500 || [409, 429].includes(response.status);
    if (!canRetry) throw new Error(await response.text());
    const seconds = Number(response?.headers.get("Retry-After")) || 2 ** attempt;
    await setTimeout(seconds * 1000);
  }
  throw new Error("No reply after 8 attempts. Run the script again.");
}`;
}
