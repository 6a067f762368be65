import { randomBytes } from "node:crypto";
import { hashCredential } from "./credential";

const TOKEN_BYTES = 32;

/** Creates a secret for an emailed link. */
export const mintLinkToken = () => randomBytes(TOKEN_BYTES).toString("base64url");

/** SHA-256 of a link's token, its only stored form. */
export const hashLinkToken = (token: string) => Buffer.from(hashCredential(token), "hex");
