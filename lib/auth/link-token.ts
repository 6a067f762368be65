import { randomBytes } from "node:crypto";
import { hashCredential } from "./credential";

const TOKEN_BYTES = 32;

/** Creates the random token of a link that is sent by email. */
export const mintLinkToken = () => randomBytes(TOKEN_BYTES).toString("base64url");

/** Returns the SHA-256 of a link's token. Only this hash is stored. */
export const hashLinkToken = (token: string) => Buffer.from(hashCredential(token), "hex");
