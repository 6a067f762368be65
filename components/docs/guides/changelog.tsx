import { Bullets } from "@/components/docs/blocks";
import type { GuideContent } from "@/components/docs/guide";
import { API_VERSION } from "@/lib/api/document";

export const changelogGuide: GuideContent = {
  slug: "changelog",
  title: "Versions and changelog",
  lead: "What changed, newest first, and what you can count on.",
  sections: () => [
    {
      id: "promise",
      title: "What may change",
      blocks: [
        "The version is in the path. Within `/v1` changes only add, so write clients that let these pass:",
        <Bullets
          key="adds"
          items={[
            "new operations, new optional fields and parameters, new fields in replies and events",
            "new values of `code`, and of other sets that are not input",
            "other words in `title` and `detail`, other lengths of ids and cursors",
          ]}
        />,
        "What has to go is announced at least six months ahead, here and on every reply that it concerns: `Deprecation` (RFC 9745) says since when, `Sunset` (RFC 8594) until when.",
      ],
    },
    {
      id: "v0-1-0",
      title: `${API_VERSION}: the first version`,
      blocks: [
        <Bullets
          key="first"
          items={[
            "Create alerts with three fields or with evidence, list and filter them, move them through triage, count repeats with a `dedup_key`.",
            "Batches of a thousand alerts, cameras or heartbeats with a result for each row; one change to many alerts; export as CSV or lines of JSON.",
            "Notes and a timeline for every alert; an event feed to read or to follow, without gap or repeat.",
            "Onboard cameras and sites, send heartbeats, and read a status that comes with its evidence, its history and its uptime.",
            "Analytics that always equal a recount, in the hours and days of any time zone.",
            "API keys with scopes, expiry, rotation with overlap, and an on/off switch for the whole organization.",
            "OAuth 2.0 for apps: client credentials, consents by authorization code with PKCE, refresh tokens that rotate, revocation, introspection, and metadata where libraries look for it.",
            "Problem documents for every error, `Idempotency-Key` on every POST, cursors that stay fast, limits on every reply.",
            "This reference, made from the validators that run, with a form to try each operation; OpenAPI 3.1, Postman and .http files made of the same.",
            "An OpenAPI document that generators turn into small clients: one `Problem` for every error, a name for every object and closed set of values.",
          ]}
        />,
      ],
    },
  ],
};
