import { Bullets, Callout } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";
import { CodeBlock } from "@/components/ui/code-block";
import { IDEMPOTENCY_RETENTION_H } from "@/lib/limits";

export const idempotencyGuide: GuideContent = {
  slug: "idempotency",
  title: "Idempotency",
  lead: "When a reply is lost you cannot know whether the work was done. With an `Idempotency-Key` you need not: send it again.",
  sections: (reader) => [
    {
      id: "how",
      title: "How it works",
      blocks: [
        "Put a fresh, random key on every POST and repeat it unchanged when you retry. A UUID is perfect; 1 to 255 visible ASCII characters are allowed.",
        <CodeSamples
          key="code"
          label="A POST that can be repeated"
          request={{
            method: "POST",
            url: `${reader.baseUrl}/api/v1/alerts`,
            authorized: true,
            headers: { "Idempotency-Key": "0f8e6f0c-3b0e-4c55-9d3b-6f1f6f6d2a11" },
            body: { camera_id: "rtm-dock-3-east", use_case: "intrusion", status: "open" },
          }}
        />,
        <Bullets
          key="rules"
          items={[
            `The first answer is kept for ${IDEMPOTENCY_RETENTION_H} hours. A repeat gets it again, with the header \`Idempotent-Replayed: true\`.`,
            "Values that are shown once are null in a repeat: a new key, an app's secret, an invitation's link. If you lost the first answer, rotate the key or the secret, or send the invitation again.",
            "The same key with another body or path answers 422 [`idempotency_key_reused`](/docs/errors#idempotency_key_reused).",
            "A repeat that arrives while the first is still running answers 409 [`idempotency_in_progress`](/docs/errors#idempotency_in_progress). Wait for `Retry-After` and send it again.",
            "Only successes are kept. After an error you may correct the request and use its key again.",
            "A key belongs to the organization whose credential came with it. Requests without one, such as those to `/oauth/token`, have nobody whose key it could be: there the header is passed over. Ask again; a token that you did not get to see ends by itself. Nor is it kept where a password or a code proves each request, as when a password is changed.",
          ]}
        />,
      ],
    },
    {
      id: "guarantee",
      title: "What is guaranteed",
      blocks: [
        "The work and its answer are stored in one transaction. There is no moment in which the alert exists and the key does not, so a crash, a restart or a second server cannot do the work twice.",
        <Callout
          key="others"
          text="GET, PATCH and DELETE need no key: sending them twice leaves things as sending them once does."
        />,
      ],
    },
    {
      id: "retries",
      title: "A retry that is safe",
      blocks: [
        "Make the key before the first attempt and keep it for all of them.",
        <CodeBlock key="retry" label="JavaScript" code={retrySample(reader.baseUrl)} />,
      ],
    },
  ],
};

function retrySample(baseUrl: string): string {
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
    const mayPass = !response || response.status >= 500 || code === "rate_limited" || code === "idempotency_in_progress";
    if (!mayPass) throw new Error(code);
    const seconds = Number(response?.headers.get("Retry-After")) || 2 ** attempt * (0.5 + Math.random());
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  throw new Error("gave up");
}`;
}
