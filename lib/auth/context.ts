import type { Executor } from "@/lib/db/client";
import type { ActorKind, Role, Scope } from "@/lib/values";

declare const brand: unique symbol;
/** The tenant of a query. Only lib/auth makes one, from a credential that was checked. */
export type OrganizationId = string & { readonly [brand]: "OrganizationId" };

/** Who acts: a person or a machine's credential. `id` is a UUID. */
export interface Actor {
  kind: ActorKind;
  id: string;
  name: string;
}

/** What a checked credential says of its bearer. */
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
  /** A person's role; null for machines, which have scopes alone. */
  role: Role | null;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  /** What `walPosition` (lib/db) gave when the credential was checked; nothing without a replica. */
  walPosition?: string | null;
}

/** First argument of every function that reads or writes an organization's data. */
export interface Context extends Caller {
  /** The pool, or the transaction that the request's answer is stored in. */
  db: Executor;
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}
