import { type DemoCredentials, demoPeople } from "@/lib/demo/people";

/** The external ID of a camera that every demo organization has. */
const CURL_CAMERA = "rtm-dock-3-east";

interface Login {
  email: string;
  password: string;
}

/**
 * Returns the lines with the information to get started. Each fact is on its own line, so that the `curl` command
 * can be pasted.
 */
export function bannerLines(facts: {
  url: string;
  admin?: Login;
  support?: Login;
  apiKey?: string;
  /** Whether sign-up requires an invitation. */
  inviteOnly?: boolean;
}): string[] {
  const url = facts.url.replace(/\/$/, "");
  const login = (label: string, { email, password }: Login) => `  ${label.padEnd(9)}${email}  ${password}`;
  const lines = [`  URL      ${url}`];
  if (facts.admin) lines.push(login("Admin", facts.admin));
  if (facts.support) lines.push(login("Support", facts.support));
  if (!facts.apiKey) {
    const invited = "  Sign-up is by invitation. Start with SIGN_UP=open to create the first organization.";
    const open = `  Sign up at ${url}/sign-up, or run \`npm run demo\` for an organization to look at.`;
    return [...lines, "", facts.inviteOnly ? invited : open];
  }
  const body = JSON.stringify({ camera_id: CURL_CAMERA, use_case: "intrusion", status: "open" });
  const curl =
    `curl -sS -X POST ${url}/api/v1/alerts -H "Authorization: Bearer ${facts.apiKey}" ` +
    `-H "Content-Type: application/json" -d '${body}'`;
  return [...lines, `  API key  ${facts.apiKey}`, "", "  Send a first alert and watch it arrive:", "", curl];
}

/** Prints the banner. `credentials` is null if the operator uses their own database, which has no demo. */
export function printBanner({
  url,
  credentials,
  inviteOnly = false,
}: {
  url: string;
  credentials: DemoCredentials | null;
  inviteOnly?: boolean;
}): void {
  const facts = credentials && {
    admin: { email: demoPeople.admin.email, password: credentials.adminPassword },
    support: { email: demoPeople.support.email, password: credentials.supportPassword },
    apiKey: credentials.apiKey,
  };
  console.log(["", ...bannerLines({ url, inviteOnly, ...facts }), ""].join("\n"));
}
