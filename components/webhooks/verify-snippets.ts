import type { SecretSnippet } from "@/components/credentials/secret-snippets";

/** Code that verifies a delivery with the libraries of Standard Webhooks. `secret` is the signing secret. */
export const verifySnippets: readonly SecretSnippet[] = [
  {
    language: "JavaScript",
    code: (secret) => `import { Webhook } from "standardwebhooks"; // npm install standardwebhooks

const webhook = new Webhook("${secret}");
// Throws if the signature is wrong. Pass the body as received, before parsing it.
const event = webhook.verify(rawBody, request.headers);`,
  },
  {
    language: "Python",
    code: (secret) => `from standardwebhooks.webhooks import Webhook  # pip install standardwebhooks

webhook = Webhook("${secret}")
# Raises an error if the signature is wrong. Pass the body as received, before parsing it.
event = webhook.verify(raw_body, request.headers)`,
  },
  {
    language: "Environment",
    code: (secret) => `WEBHOOK_SECRET="${secret}"`,
  },
];
