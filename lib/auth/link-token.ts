import { randomBytes } from "node:crypto";
import { hashCredential } from "./credential";

const TOKEN_BYTES = 32;

/** A new secret for an emailed link. */
export const mintLinkToken = () => randomBytes(TOKEN_BYTES).toString("base64url");

/** SHA-256 of a link's token. The database stores nothing else of it. */
export const hashLinkToken = (token: string) => Buffer.from(hashCredential(token), "hex");
