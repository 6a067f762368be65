import type { Executor } from "@/lib/db/client";
import type { ActorKind, Role, Scope } from "@/lib/values";

declare const brand: unique symbol;
/** The tenant of a query. Only lib/auth creates it, from a verified credential. */
export type OrganizationId = string & { readonly [brand]: "OrganizationId" };

/** The actor: a person or a credential. `id` is a UUID. */
export interface Actor {
  kind: ActorKind;
  id: string;
  name: string;
}

/** What a verified credential says about its bearer. */
export interface Caller {
  organizationId: OrganizationId;
  organization: {
    slug: string;
    name: string;
    apiAccess: boolean;
    alertRetentionDays: number;
    requireTwoFactor: boolean;
  };
  actor: Actor;
  /** A person's role. Null for credentials, which only have scopes. */
  role: Role | null;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  /** The result of `walPosition` (lib/db) when the credential was checked. Missing without a replica. */
  walPosition?: string | null;
}

/** The first argument of every function that accesses an organization's data. */
export interface Context extends Caller {
  /** The pool, or the transaction that also stores the reply. */
  db: Executor;
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}
