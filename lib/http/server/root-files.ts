import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { defineOperation } from "@/lib/http/operation";
import { StreamedBody } from "@/lib/http/reply/reply";
import { DAY_MS } from "@/lib/time";

const plainText = { method: "GET", tag: "Account", access: "public", constant: true, status: 200 } as const;
const PATH_OF_CONTACT = "/.well-known/security.txt";
const CONTACT_VALID_D = 180;

/**
 * The operation for `robots.txt` (RFC 9309). Crawlers may read the product page and the docs. All other paths
 * require sign-in or are the API.
 */
export const getRobots = defineOperation(
  { ...plainText, id: "getRobots", path: "/robots.txt", summary: "Rules for crawlers", streams: ["text/plain"] },
  () => text(["User-agent: *", "Allow: /$", "Allow: /docs", "Allow: /_next/static/", "Disallow: /"]),
);

/**
 * The operation for `security.txt`, the contact for vulnerability reports (RFC 9116). It returns 404 without
 * SECURITY_CONTACT, because a wrong contact is worse than none.
 */
export const getSecurityContact = defineOperation(
  {
    ...plainText,
    id: "getSecurityContact",
    path: PATH_OF_CONTACT,
    summary: "Where to report a vulnerability",
    streams: ["text/plain"],
    errors: ["not_found"],
  },
  () => {
    const { BASE_URL, SECURITY_CONTACT } = env();
    if (!SECURITY_CONTACT) {
      throw new Failure(
        "not_found",
        "This installation has no security contact. Its operator can set SECURITY_CONTACT.",
      );
    }
    const expires = new Date(Math.floor(Date.now() / DAY_MS + CONTACT_VALID_D) * DAY_MS).toISOString();
    return text([
      `Contact: ${SECURITY_CONTACT}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en",
      `Canonical: ${BASE_URL}${PATH_OF_CONTACT}`,
    ]);
  },
);

function text(lines: string[]): StreamedBody {
  async function* pieces() {
    yield `${lines.join("\n")}\n`;
  }
  return new StreamedBody(pieces(), {
    type: "text/plain; charset=utf-8",
    headers: { "Cache-Control": "public, max-age=86400", Vary: "Accept" },
  });
}
