import type { Context } from "@/lib/auth/context";
import type { SignedIn } from "@/lib/auth/session";

/** The context of a public operation. It describes only the connection, because there is no caller. */
export type PublicContext = Pick<Context, "db" | "requestId" | "ip" | "userAgent">;
/** The context of an operation on the caller's own account. It has no organization. */
export type PersonContext = PublicContext & { person: SignedIn };
export type AnyContext = PublicContext | PersonContext | Context;
