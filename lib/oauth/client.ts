import { recordAudit } from "@/lib/audit/writes";
import { type App, findAppByClientId, isAppSecret } from "@/lib/auth/app";
import { attemptKey, beginAttempt } from "@/lib/auth/attempts";
import { encodeId } from "@/lib/db/ids";
import type { PublicContext } from "@/lib/http/context";
import type { FormInput } from "@/lib/http/operation";
import { tooMany } from "@/lib/rate-limit/failures";
import { invalidClient, twoCredentials } from "./failures";

/** The client ID and secret, if they are in the form (RFC 6749 §2.3.1). */
interface ClientForm {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/** The input of a token endpoint, with the client's credentials. */
export interface ClientRequest<Form extends ClientForm> extends FormInput {
  body: Form;
  headers: { authorization: string | null };
}

type Credentials = ClientForm & { authorization: string | null };

/**
 * Authenticates the app that sent a request, and adds the request to the request log.
 * @throws Failure as `authenticateClient`.
 */
export async function identifyClient<Form extends ClientForm>(
  ctx: PublicContext,
  { body, headers, identified }: ClientRequest<Form>,
): Promise<App> {
  const app = await authenticateClient(ctx, { ...body, authorization: headers.authorization });
  identified(app.caller);
  return app;
}

/**
 * Checks an app's client ID and secret (RFC 6749 §2.3.1). A correct secret, with 178 random bits, is always
 * accepted. Wrong secrets are counted per app and IP address. They are blocked from the tenth on, and the start of
 * a block is audited.
 * @throws Failure `unauthenticated` (`invalid_client`), `invalid_request`, `rate_limited`.
 */
async function authenticateClient(ctx: PublicContext, request: Credentials): Promise<App> {
  const credentials = credentialsOf(request);
  const app = credentials && (await findAppByClientId(ctx.db, credentials.id));
  if (!app) throw invalidClient();
  if (isAppSecret(app, credentials.secret)) return app;
  const { allowed, waitS } = await beginAttempt(attemptKey("oauth-app", app.id, ctx.ip));
  if (waitS === 0) throw invalidClient();
  if (allowed) {
    await recordAudit(
      ctx.db,
      { ...ctx, ...app.caller },
      {
        action: "app.authentication_failed",
        targetId: encodeId("app", app.id),
        targetName: app.name,
        after: { blocked_for_s: waitS },
      },
    );
  }
  throw tooMany("wrong secrets of this app from your address", waitS);
}

/** Returns the client ID and secret of a request, or null if it has none. */
function credentialsOf({ authorization, client_id, client_secret }: Credentials) {
  if (authorization === null) {
    return client_id !== undefined && client_secret !== undefined ? { id: client_id, secret: client_secret } : null;
  }
  const [, encoded = ""] = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  if (id === undefined || secret === undefined) return null;
  const named = { id: decode(id), secret: decode(secret) };
  if (client_secret !== undefined || (client_id !== undefined && client_id !== named.id)) {
    throw twoCredentials();
  }
  return named;
}

/** The client ID and secret are form-encoded before they are joined (RFC 6749 §2.3.1). */
function decode(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v") ?? "";
}
