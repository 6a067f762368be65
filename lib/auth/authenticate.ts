import type { Caller } from "./context";
import { hashCredential, isWellFormed } from "./credential";
import { unauthenticated } from "./failures";
import { ANY_HASH, createCredentialLookup, organizationColumns } from "./lookup";

const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

export const FIND_KEYS = `
select encode(k.hash, 'hex') as hash, k.organization_id, k.id, k.name, k.scopes, k.expires_at,
  ${organizationColumns}
from api_keys k
join organizations o on o.id = k.organization_id
where k.hash = ${ANY_HASH}
  and k.revoked_at is null and k.disabled_at is null and (k.expires_at is null or k.expires_at > now())`;

// Selects valid access tokens. A token loses the scopes that its app loses, and becomes invalid when the app's
// secret is replaced.
export const FIND_TOKENS = `
select encode(t.hash, 'hex') as hash, t.organization_id, a.id, a.name, t.expires_at,
  array(select s from unnest(t.scopes) s where s = any(a.scopes)) as scopes,
  ${organizationColumns}
from oauth_tokens t
join oauth_apps a on a.id = t.app_id
join organizations o on o.id = t.organization_id
left join oauth_grants g on g.organization_id = t.organization_id and g.id = t.grant_id
where t.hash = ${ANY_HASH} and t.kind = 'access' and t.revoked_at is null and t.expires_at > now()
  and a.disabled_at is null and a.deleted_at is null and a.secret_version = t.secret_version
  and (t.grant_id is null or (g.id is not null and g.revoked_at is null))`;

const findKey = createCredentialLookup("key", "api_key", FIND_KEYS);
const findToken = createCredentialLookup("token", "oauth_app", FIND_TOKENS);

function find(credential: string): Promise<Caller | null> | null {
  if (isWellFormed("key", credential)) return findKey(hashCredential(credential));
  return isWellFormed("token", credential) ? findToken(hashCredential(credential)) : null;
}

/**
 * Returns the caller that an API key or an app's access token identifies.
 * @throws Failure `unauthenticated`. It is the same for a missing, malformed, unknown, expired, disabled or
 * revoked credential.
 */
export async function authenticateCredential(credential: string | undefined): Promise<Caller> {
  const caller = credential === undefined ? null : await find(credential);
  if (!caller) throw unauthenticated();
  return caller;
}

/**
 * Returns the caller that an `Authorization` header (RFC 6750 §2.1) identifies.
 * @throws Failure as `authenticateCredential`.
 */
export const authenticateBearer = (authorization: string): Promise<Caller> =>
  authenticateCredential(BEARER.exec(authorization)?.[1]);
