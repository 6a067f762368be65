/**
 * The program of the guide to typed clients, which a test compiles and runs as it stands: `sightline.d.ts` is what
 * openapi-typescript makes of the OpenAPI document.
 */
export function typedClientSample(baseUrl: string): string {
  return `import createClient from "openapi-fetch";
import type { paths } from "./sightline";

const { GET, POST, PATCH } = createClient<paths>({
  baseUrl: "${baseUrl}/api/v1",
  headers: { Authorization: \`Bearer \${process.env.SIGHTLINE_API_KEY}\` },
});

// Which cameras are there?
const cameras = await GET("/cameras", { params: { query: { limit: 10 } } });
if (cameras.error) throw new Error(cameras.error.detail);
const [camera] = cameras.data.data;
if (!camera) throw new Error("Onboard a camera first.");

// One alert, and the same one again should the reply get lost.
const created = await POST("/alerts", {
  params: { header: { "Idempotency-Key": crypto.randomUUID() } },
  body: { camera_id: camera.id, use_case: "intrusion", status: "open", severity: "high" },
});
if (created.error) throw new Error(\`\${created.error.code}: \${created.error.detail}\`);

// Many alerts at once: each row has a result of its own.
const batch = await POST("/alerts/batch", {
  body: {
    alerts: [
      { camera_id: camera.id, use_case: "loitering", status: "open" },
      { camera_id: "no-such-camera", use_case: "loitering", status: "open" },
    ],
  },
});
for (const { index, alert, problem } of batch.data?.results ?? []) {
  console.log(index, alert?.id ?? problem?.detail);
}

// Acknowledge it, unless somebody was faster.
const changed = await PATCH("/alerts/{id}", {
  params: {
    path: { id: created.data.id },
    header: { "If-Match": created.response.headers.get("ETag") ?? "*" },
  },
  body: { status: "acknowledged", comment: "The guard is on the way." },
});
if (changed.error?.code === "version_mismatch") console.log("Somebody else has it.");

// Page by page through what is open.
let cursor: string | undefined;
let open = 0;
do {
  const page = await GET("/alerts", { params: { query: { status: ["open"], limit: 200, cursor } } });
  if (page.error) throw new Error(page.error.detail);
  open += page.data.data.length;
  cursor = page.data.next_cursor ?? undefined;
} while (cursor);
console.log(changed.data?.status, open);
`;
}
