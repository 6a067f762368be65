import type { Executor } from "@/lib/db/client";
import type { ActorKind, Role, Scope } from "@/lib/values";

declare const brand: unique symbol;
/** The organization to which a query is limited. Only lib/auth creates such IDs: from a credential, or for jobs. */
export type OrganizationId = string & { readonly [brand]: "OrganizationId" };

/** The person or credential that acts. `id` is a UUID. */
export interface Actor {
  kind: ActorKind;
  id: string;
  name: string;
}

/** The organization, actor and permissions that a verified credential stands for. */
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
  /** A person's role. Null for keys and tokens, which only have scopes. */
  role: Role | null;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  /**
   * The primary's log position when the credential was checked (`walPosition` in lib/db). Missing without a
   * replica.
   */
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
