import { connect } from "node:net";
import type { Environment } from "@/lib/env";
import { log } from "@/lib/log";

const ANSWER_WITHIN_MS = 5_000;

/**
 * Warns if the mail server or identity provider doesn't respond. It doesn't fail, because emails are queued and
 * passwords still work. Without the warning, only users would notice a mistyped URL.
 */
export async function warnOfUnreachable({ SMTP_URL, OIDC_ISSUER }: Environment): Promise<void> {
  await Promise.all([
    warnUnless("SMTP_URL", SMTP_URL, accepts, "Emails wait until it does"),
    warnUnless("OIDC_ISSUER", OIDC_ISSUER, describesItself, "Until it does, people sign in with passwords only"),
  ]);
}

async function warnUnless(
  setting: string,
  url: string | undefined,
  answers: (url: URL) => Promise<boolean>,
  consequence: string,
): Promise<void> {
  if (url === undefined || (await answers(new URL(url)).catch(() => false))) return;
  log.warn(`${setting} leads to a server that doesn't answer. ${consequence}; check host and port.`);
}

function accepts({ protocol, hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(port) || (protocol === "smtps:" ? 465 : 587) });
    const done = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(ANSWER_WITHIN_MS, () => done(false));
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
}

// Requests the provider's configuration (OpenID Connect Discovery §4).
async function describesItself(issuer: URL): Promise<boolean> {
  const address = `${issuer.href.replace(/\/$/, "")}/.well-known/openid-configuration`;
  return (await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })).ok;
}
