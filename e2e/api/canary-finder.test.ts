import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { findSecrets } from "../fixtures/canary";

it("finds an encoded or reversed secret and ignores a truncated one", () => {
  const secret = `canary-${randomBytes(12).toString("hex")}+/ "é"`;
  const planted = [
    secret,
    `${[...secret].reverse().join("")}`,
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString(),
    JSON.stringify({ secret }),
    Buffer.from(`ab${secret}`).toString("hex").toUpperCase(),
    ...["", "a", "ab", "abc"].flatMap((before) => [
      Buffer.from(`${before}${secret} and more`).toString("base64"),
      Buffer.from(`${before}${secret} and more`).toString("base64url"),
    ]),
  ];
  const found = (text: string) => findSecrets(new Map([["secret", secret]]), "here", `something ${text} else`);
  expect(planted.map((text) => found(text).length)).toEqual(planted.map(() => 1));
  expect(found(secret.slice(0, -8))).toEqual([]);
});
