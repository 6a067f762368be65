import type { Context } from "@/lib/auth/context";
import type { SignedIn } from "@/lib/auth/session";

/** What a public operation knows of its caller: only the connection. */
export type PublicContext = Pick<Context, "db" | "requestId" | "ip" | "userAgent">;
/** What an operation on a person's own account knows: the person, and no organization. */
export type PersonContext = PublicContext & { person: SignedIn };
export type AnyContext = PublicContext | PersonContext | Context;
