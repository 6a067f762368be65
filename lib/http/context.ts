import type { Context } from "@/lib/auth/context";
import type { SignedIn } from "@/lib/auth/session";

/** The context of a public operation: only the connection. */
export type PublicContext = Pick<Context, "db" | "requestId" | "ip" | "userAgent">;
/** The context of an operation on a person's own account, without an organization. */
export type PersonContext = PublicContext & { person: SignedIn };
export type AnyContext = PublicContext | PersonContext | Context;
