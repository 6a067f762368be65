import { MAX_BATCH_ROWS } from "@/lib/limits";

/** The number of alerts that the guide sends, and the names of the backfill's three files. */
export const BACKFILL_ALERTS = 10_000;
export const BACKFILL_DATA = "alerts.ndjson";
export const BACKFILL_SCRIPT = "backfill.mjs";
export const BACKFILL_PROGRESS = "progress.txt";

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
 * Returns a program for Node.js that sends the data file in batches. It records the result of each row in a file, so it
 * can be run again after an interruption, or after rows or cameras were corrected.
 */
export function backfillSample(baseUrl: string): string {
  return `import { createHash } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const BATCH_ROWS = ${MAX_BATCH_ROWS};
const lines = (await readFile("${BACKFILL_DATA}", "utf8")).trimEnd().split("\\n");
const alerts = lines.map((line, index) => ({ line: index + 1, alert: parse(line, index + 1) }));
const stored = new Set();
const failures = new Map();
for (const line of (await readFile("${BACKFILL_PROGRESS}", "utf8").catch(() => "")).split("\\n")) {
  const key = line.slice("stored ".length);
  if (line.startsWith("stored ")) stored.add(key);
  else failures.set(key, (failures.get(key) ?? 0) + 1);
}
let failed = 0;

for (let start = 0; start < alerts.length; start += BATCH_ROWS) {
  const rows = alerts.slice(start, start + BATCH_ROWS).filter(({ alert }) => !stored.has(alert.dedup_key));
  if (rows.length === 0) continue;
  const body = JSON.stringify({ alerts: rows.map(({ alert }) => alert) });
  // The key depends on the rows and on how often they failed. So the same batch is never stored twice, but rows that
  // failed can be sent again unchanged, for example after their camera was added.
  const failedBefore = rows.reduce((sum, { alert }) => sum + (failures.get(alert.dedup_key) ?? 0), 0);
  const { results } = await sendBatch(body, createHash("sha256").update(body + failedBefore).digest("hex"));
  for (const [index, { problem }] of results.entries()) {
    const { line, alert } = rows[index];
    if (problem) {
      failed += 1;
      const { pointer = "", detail } = problem.errors?.[0] ?? problem;
      console.error(\`Line \${line}: \${problem.code}: \${pointer.split("/").slice(3).join(".")}: \${detail}\`);
    } else {
      stored.add(alert.dedup_key);
    }
  }
  const progress = rows.map(({ alert: { dedup_key: key } }) => (stored.has(key) ? "stored " : "failed ") + key);
  await appendFile("${BACKFILL_PROGRESS}", progress.map((line) => \`\${line}\\n\`).join(""));
  console.log(\`\${Math.min(start + BATCH_ROWS, alerts.length)} of \${alerts.length} lines sent\`);
}
const isStored = ({ alert }) => stored.has(alert.dedup_key);
console.log(\`\${alerts.filter(isStored).length} stored, \${failed} failed\`);

function parse(text, line) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(\`Line \${line} isn't valid JSON\`);
  }
}

async function sendBatch(body, key) {
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
