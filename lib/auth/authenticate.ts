import type { Caller } from "./context";
import { hashCredential, isWellFormed } from "./credential";
import { unauthenticated } from "./failures";
import { createCredentialLookup } from "./lookup";

const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

const findKey = createCredentialLookup(
  "key",
  "api_key",
  ({ hash, organization }) => `
    select encode(k.hash, 'hex') as hash, k.organization_id, k.id, k.name, k.scopes, k.expires_at, ${organization}
    from api_keys k join organizations o on o.id = k.organization_id
    where k.hash = ${hash}
      and k.revoked_at is null and k.disabled_at is null and (k.expires_at is null or k.expires_at > now())`,
);

// What the app lost since it got the token, the token has lost too; a new secret ends those that the old one brought.
const findToken = createCredentialLookup(
  "token",
  "oauth_app",
  ({ hash, organization }) => `
    select encode(t.hash, 'hex') as hash, t.organization_id, a.id, a.name, t.expires_at,
           array(select s from unnest(t.scopes) s where s = any(a.scopes)) as scopes, ${organization}
    from oauth_tokens t join oauth_apps a on a.id = t.app_id join organizations o on o.id = t.organization_id
      left join oauth_grants g on g.organization_id = t.organization_id and g.id = t.grant_id
    where t.hash = ${hash} and t.kind = 'access' and t.revoked_at is null and t.expires_at > now()
      and a.disabled_at is null and a.deleted_at is null and a.secret_version = t.secret_version
      and (t.grant_id is null or (g.id is not null and g.revoked_at is null))`,
);

function find(credential: string): Promise<Caller | null> | null {
  if (isWellFormed("key", credential)) return findKey(hashCredential(credential));
  return isWellFormed("token", credential) ? findToken(hashCredential(credential)) : null;
}

/**
 * Checks an `Authorization` header (RFC 6750 §2.1): an API key or an app's access token.
 * @throws Failure `unauthenticated`, the same for one that is missing, malformed, unknown, expired, disabled or revoked.
 */
export async function authenticateBearer(authorization: string): Promise<Caller> {
  const credential = BEARER.exec(authorization)?.[1];
  const caller = credential === undefined ? null : await find(credential);
  if (!caller) throw unauthenticated();
  return caller;
}
