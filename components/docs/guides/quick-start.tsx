import { Bullets, Callout } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";
import type { DocsReader } from "@/components/docs/reader";
import { quickStartRequests } from "@/components/snippets/first-requests";
import { CodeBlock } from "@/components/ui/code-block";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";

export const quickStartGuide: GuideContent = {
  slug: "",
  title: "Quick start",
  lead: "From nothing to your first alert in three steps. You need a terminal and five minutes.",
  sections: (reader) => [
    {
      id: "base-url",
      title: "Where the API is",
      blocks: [
        "Every path in these docs is below this address. It speaks JSON over HTTP and needs no library.",
        <CodeBlock key="url" label="Base URL" code={`${reader.baseUrl}/api/v1`} />,
      ],
    },
    {
      id: "key",
      title: "1. Make a key",
      blocks: [
        `An admin opens [API keys](${keysPage(reader)}) in the settings, turns API access on and creates a key with the scopes \`alerts:write\` and \`cameras:write\`. The key is shown once, so put it where your program finds it.`,
        <CodeBlock key="export" label="Shell" code={`export ${KEY_VARIABLE}='${reader.key?.label ?? "sl_key_…"}'`} />,
        ownKey(reader),
      ],
    },
    {
      id: "camera",
      title: "2. Onboard a camera",
      blocks: [
        "Alerts belong to cameras. Give the camera your own id as `external_id` and you never have to store ours.",
        <CodeSamples
          key="camera"
          label="Add a camera"
          request={quickStartRequests(`${reader.baseUrl}/api/v1`).camera}
        />,
        "Once it is there, a second attempt answers 409 [`conflict`](/docs/errors#conflict): go on with the next step. The demo organization has cameras already, `rtm-dock-3-east` for one.",
      ],
    },
    {
      id: "alert",
      title: "3. Send an alert",
      blocks: [
        "Three fields suffice. The reply is the stored alert with its id, and it appears in the portal by itself.",
        <CodeSamples
          key="alert"
          label="Send an alert"
          request={quickStartRequests(`${reader.baseUrl}/api/v1`).alert}
        />,
      ],
    },
    {
      id: "next",
      title: "Before you go live",
      blocks: [
        <Bullets
          key="next"
          items={[
            "Send an `Idempotency-Key` with every POST, so that repeating after a timeout is safe: [Idempotency](/docs/idempotency).",
            "Send a `dedup_key`, so that one incident is one alert however often it is detected: [Alerts](/docs/alerts#deduplication).",
            "Send heartbeats, so that a dead camera is noticed before it is missed: [Camera status](/docs/camera-status).",
            "Send what comes in bursts in one request: [Batches](/docs/batches).",
            "Branch on `code`, never on the words of an error: [Errors](/docs/errors).",
          ]}
        />,
        "All operations, with a form to try each one: [API reference](/docs/reference). With types, in Postman or in your editor: [Typed clients and tools](/docs/clients).",
      ],
    },
  ],
};

function keysPage({ organizations }: DocsReader): string {
  const organization = organizations.find(({ role }) => role === "admin");
  return organization ? `/${organization.slug}/settings/api-keys` : "/sign-in";
}

function ownKey({ key, signedIn }: DocsReader) {
  if (key) {
    return (
      <Callout
        key="own"
        text={`Above is the start of your key **${key.name}** of ${key.organization}. Only its start and end are kept here; if the key itself is lost, [make a new one](${key.href}).`}
      />
    );
  }
  const text = signedIn
    ? "You administer no organization with a working key yet. Once you do, its start is shown here."
    : "[Sign in](/sign-in) and these docs show the start of your own key.";
  return <Callout key="own" text={text} />;
}
