// Receives webhooks of Sightline with Node.js 20.10 or newer, without dependencies. Copy it and replace `handle`.
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFile, readFile, truncate } from "node:fs/promises";
import { createServer } from "node:http";

const { WEBHOOK_SECRET = "", EVENTS_FILE, HOST = "127.0.0.1", PORT = "8080" } = process.env;
const TOLERANCE_S = 300;
const MAX_BODY_BYTES = 1_048_576;
const MAX_REMEMBERED = 100_000;

if (!WEBHOOK_SECRET.startsWith("whsec_")) {
  console.error("Set WEBHOOK_SECRET to the webhook's signing secret, which starts with whsec_.");
  process.exit(1);
}
const secret = Buffer.from(WEBHOOK_SECRET.slice("whsec_".length), "base64");
const seen = new Map();
const versions = new Map();
let working = Promise.resolve();

// Your work. It runs after the reply, for one event at a time and once per event.
async function handle(id, event) {
  const { id: subject = "", version = "" } = subjectOf(event);
  console.log(id, event.type, subject, version);
}

function isSigned(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
  if (!id || !/^\d+$/.test(timestamp ?? "")) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_S) return false;
  const hmac = createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body).digest("base64");
  const expected = Buffer.from(`v1,${hmac}`);
  // During a rotation, there are two signatures.
  return signatures.split(" ").some((text) => {
    const given = Buffer.from(text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function receive(request, response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return response.writeHead(413, { connection: "close" }).end();
    chunks.push(chunk);
  }
  // The signature covers the bytes as they arrived, so verify them before parsing.
  const body = Buffer.concat(chunks);
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  const id = request.headers["webhook-id"];
  if (!seen.has(id)) remember(seen, id, accept(id, JSON.parse(body)));
  // A repeat that arrives at the same time waits until the event is stored.
  await seen.get(id);
  // While stopping, a connection that stays open would delay the end.
  if (!server.listening) response.setHeader("connection", "close");
  response.writeHead(204).end();
}

// Stores an event before the reply, so that a crash can't lose it, and starts its work.
async function accept(id, event) {
  try {
    if (EVENTS_FILE) await appendFile(EVENTS_FILE, `${JSON.stringify({ id, event })}\n`, { flush: true });
  } catch (error) {
    seen.delete(id);
    throw error;
  }
  // The next turn of the event loop starts after the reply was written.
  working = Promise.all([working, new Promise(setImmediate)])
    .then(() => apply(id, event))
    .catch((error) => console.error(id, error));
}

// The alert, camera or other record that the event is about.
const subjectOf = (event) => event.data[event.type.split(".")[0]] ?? {};

// Skips an event that is older than one of the same alert that was already handled.
async function apply(id, event) {
  const { id: key, version = 0 } = subjectOf(event);
  if (version < (versions.get(key) ?? 0)) return console.error(id, "is outdated and was skipped");
  if (key) remember(versions, key, version);
  await handle(id, event);
}

// Adds an entry, and removes the oldest one above the maximum.
function remember(map, key, value) {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_REMEMBERED) map.delete(map.keys().next().value);
}

// Reads what was received before a restart. A line that a crash cut off wasn't acknowledged, so it is sent again.
async function restore() {
  const text = await readFile(EVENTS_FILE, "utf8").catch(() => "");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) await truncate(EVENTS_FILE, Buffer.byteLength(whole));
  for (const line of whole.split("\n").slice(0, -1)) {
    const { id, event } = JSON.parse(line);
    const { id: key, version = 0 } = subjectOf(event);
    remember(seen, id, true);
    if (key) remember(versions, key, version);
  }
}

if (EVENTS_FILE) await restore();
const server = createServer((request, response) => {
  receive(request, response).catch((error) => {
    // Sightline repeats a delivery that got a 500 reply.
    console.error(error);
    if (!response.headersSent) response.writeHead(500).end();
  });
});
server.listen(Number(PORT), HOST, () => console.error(`Listening on http://${HOST}:${PORT}`));

for (const signal of ["SIGTERM", "SIGINT"]) {
  // Running requests are answered and accepted events are handled before the process ends.
  process.once(signal, () => server.close(() => working.then(() => process.exit(0))));
}
