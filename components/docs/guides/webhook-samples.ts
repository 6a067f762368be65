import type { SnippetRequest } from "@/components/snippets/request-snippets";
import { alertCreated } from "@/lib/alerts/events";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { signatureHeaders } from "@/lib/webhooks/sign";

/** Returns a request that creates a webhook for new alerts and their status. */
export function webhookRequest(baseUrl: string): SnippetRequest {
  return {
    method: "POST",
    url: `${baseUrl}/api/v1/webhooks`,
    authorized: true,
    body: {
      url: "https://example.com/sightline",
      description: "Dispatch system",
      event_types: ["alert.created", "alert.status_changed"],
    },
  };
}

const exampleBody = JSON.stringify({
  type: alertCreated.type,
  timestamp: "2026-01-31T12:00:00.000Z",
  data: alertCreated.example,
});

/** Returns a delivery as HTTP: its headers, signed with an example secret, and its body. */
export function deliverySample(): string {
  const secret = `whsec_${Buffer.from("an example of a secret, not real").toString("base64")}`;
  const headers = signatureHeaders(`event_${EXAMPLE_SUFFIX}`, new Date("2026-01-31T12:00:01Z"), exampleBody, [secret]);
  const lines = Object.entries({ "content-type": "application/json", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `POST /sightline HTTP/1.1\n${lines.join("\n")}\n\n${exampleBody}`;
}

/** A receiver for Node.js that verifies the signature of each delivery. It needs no library. */
export const receiverSample = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = Buffer.from(process.env.WEBHOOK_SECRET.slice("whsec_".length), "base64");

function isSigned(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const expected = createHmac("sha256", secret).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.slice("v1,".length), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  let body = "";
  request.setEncoding("utf8");
  for await (const chunk of request) body += chunk;
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  // Skip events that you already processed: the webhook-id of a repeated delivery is the same.
  console.log(request.headers["webhook-id"], JSON.parse(body).type);
  response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 8080));`;
