import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SnippetRequest } from "@/components/snippets/request-snippets";
import type { CodeSample } from "@/components/ui/code-block";
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

/** The files of `docs/receiver/verify` by language. */
const VERIFY_FILES = {
  TypeScript: "verify.ts",
  Python: "verify.py",
  Go: "verify.go",
  Java: "Verify.java",
  "C#": "Verify.cs",
} as const;

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

/** Returns a receiver in each of five languages that only verifies deliveries. None of them needs a library. */
export function verificationSamples(): CodeSample[] {
  return Object.entries(VERIFY_FILES).map(([label, file]) => ({ label, code: readSample(`verify/${file}`) }));
}

/** Returns a complete receiver for Node.js, to be copied. */
export const receiverSample = () => readSample("receiver.mjs");

/** Reads a file that tests run, so that the guide shows what was tested. */
function readSample(path: string): string {
  return readFileSync(join(process.cwd(), "docs/receiver", path), "utf8").trimEnd();
}
