import { Bullets, Facts } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";
import { referenceOrder } from "@/lib/api/catalog";
import { requiredScope } from "@/lib/api/document";
import { scopeMeanings } from "@/lib/api/scopes";
import { KEY_WARNINGS_D, MAX_ACTIVE_KEYS } from "@/lib/limits";
import { offeredScopes, rotationOverlapsS, type Scope } from "@/lib/values";

export const authenticationGuide: GuideContent = {
  slug: "authentication",
  title: "Authentication",
  lead: "One header, one key. A key belongs to one organization and sees nothing of any other.",
  sections: (reader) => [
    {
      id: "header",
      title: "The header",
      blocks: [
        "Send `Authorization: Bearer` and the key with every request. Apps send an [access token of OAuth](/docs/oauth) the same way. The [OpenAPI document](/docs/clients) calls these schemes `apiKey` and `oauth2`. To see what a key may do, and what is left of its limits, ask `GET /me`. Access tokens of [OAuth](/docs/oauth) are sent the same way.",
        <CodeSamples
          key="me"
          label="Ask who you are"
          request={{ method: "GET", url: `${reader.baseUrl}/api/v1/me`, authorized: true }}
        />,
      ],
    },
    {
      id: "keys",
      title: "Keys",
      blocks: [
        <Bullets
          key="keys"
          items={[
            `An admin makes keys on the API keys page of the settings, at most ${MAX_ACTIVE_KEYS} that work at a time.`,
            "A key starts with `sl_key_` and ends with a checksum, so a mistyped one is refused at once and scanners can find leaked ones.",
            "It is shown once. We store only a hash, its start and its last four characters, and cannot show it again.",
            "It expires after 365 days unless you choose otherwise. “Never” is possible and deliberate.",
          ]}
        />,
      ],
    },
    {
      id: "access",
      title: "API access",
      blocks: [
        "API access is a switch of the organization, off until an admin turns it on. While it is off every key and token answers 403 [`api_access_disabled`](/docs/errors#api_access_disabled); the keys are kept and work again as soon as it is on.",
      ],
    },
    {
      id: "scopes",
      title: "Scopes",
      blocks: [
        "A key can do what its scopes say and nothing more. Give each integration a key of its own with the fewest scopes that do the job.",
        <Facts
          key="scopes"
          label="Scopes"
          head={["Scope", "Allows", "Operations"]}
          rows={offeredScopes.map((scope) => [`\`${scope}\``, scopeMeanings[scope], operationsOf(scope)])}
        />,
        "A request without the scope answers 403 [`insufficient_scope`](/docs/errors#insufficient_scope) and names the scope it needs and those it has.",
      ],
    },
    {
      id: "rotation",
      title: "Rotate and revoke",
      blocks: [
        `Rotating makes a new key that works at once. The old one goes on for as long as you choose: ${overlaps()}. Put the new key in place meanwhile and no request fails.`,
        `${warnings()} days before a key ends, the feed has \`key.expiring\`, every admin gets an email, and the portal says so above its pages.`,
        "An admin can also give a key other scopes or another expiry. Both hold from the next request on; the key itself stays as it is.",
        "Revoking is final and holds for every request that starts after it is answered. Disabling does the same and can be undone.",
      ],
    },
    {
      id: "safety",
      title: "Keep keys safe",
      blocks: [
        <Bullets
          key="safety"
          items={[
            "Call the API from your servers. A key in a web page or an app belongs to everybody who opens it.",
            "Keep keys in a secret store or in the environment, never in source code.",
            "Leaked? Revoke first, investigate second. The request log shows every use with its address.",
          ]}
        />,
      ],
    },
  ],
};

function operationsOf(scope: Scope): string {
  const operations = referenceOrder.filter((operation) => requiredScope(operation) === scope);
  if (operations.length === 0) return "None yet";
  return operations.map(({ id, summary }) => `[${summary}](/docs/reference/${id})`).join(", ");
}

function warnings(): string {
  return `${KEY_WARNINGS_D.slice(0, -1).join(", ")} and ${KEY_WARNINGS_D.at(-1)}`;
}

function overlaps(): string {
  const words = rotationOverlapsS.map((seconds) => {
    if (seconds === 0) return "not at all";
    const hours = seconds / 3_600;
    if (hours > 24) return `${hours / 24} days`;
    return hours === 1 ? "1 hour" : `${hours} hours`;
  });
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
