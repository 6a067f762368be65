import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { catalog } from "@/lib/api/catalog";
import { unseal } from "@/lib/auth/seal";
import { database } from "@/lib/db/client";
import { takesKey } from "@/lib/http/operation";
import { secretFields } from "@/lib/http/secret-fields";
import { send, servers } from "../fixtures/api";
import { credentialsFor, examplePath, operationExample } from "../fixtures/examples";
import { createTestOrganization } from "../fixtures/organization";

const [{ url }] = servers;
const KEY = "shown-once";
const repeatable = catalog
  .filter((operation) => takesKey(operation) && operation.response)
  .map((operation) => [operation.id, operation] as const);

/**
 * Returns the secrets in a text: words whose SHA-256 hash is in the database, because such values are stored only as a
 * hash, and signing secrets of webhooks.
 */
async function secretsIn(text: string): Promise<string[]> {
  const { sql } = database();
  const words = [...new Set(text.match(/[\w-]{20,}/g))];
  const hashes = words.map((word) => createHash("sha256").update(word).digest("hex"));
  const columns = await sql<{ table_name: string; column_name: string }[]>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%hash'`;
  const found = new Set<string>();
  for (const { table_name, column_name } of columns) {
    const rows = await sql.query<{ hash: string }>(
      `select encode(${column_name}, 'hex') as hash from ${table_name} where encode(${column_name}, 'hex') = any($1)`,
      [hashes],
    );
    for (const { hash } of rows) found.add(hash);
  }
  // Signing secrets are sealed, not hashed, so they are recognized by their prefix.
  const sealed = text.match(/whsec_[\w+/=]+/g) ?? [];
  return [...words.filter((_, index) => found.has(hashes[index] ?? "")), ...sealed];
}

describe("a secret that is shown once", () => {
  it.each(repeatable)("is null in an idempotent replay and in its stored body: %s", async (_, operation) => {
    const organization = await createTestOrganization();
    const example = await operationExample(operation, organization, url());
    const headers = { ...(await credentialsFor(operation, organization, url(), example)), "Idempotency-Key": KEY };
    const call = { method: operation.method, headers, body: example.body };
    const first = await send(url(), examplePath(operation, example), call);
    const replay = await send(url(), examplePath(operation, example), call);
    expect([replay.status, replay.headers.get("idempotent-replayed")]).toEqual([first.status, "true"]);

    const names = secretFields(operation);
    const secrets = await secretsIn(first.text);
    expect({ secrets: secrets.length, names: names.length }).toEqual({ secrets: names.length, names: names.length });
    if (names.length === 0) return expect(replay.text).toBe(first.text);
    expect(replay.json).toEqual({
      ...(first.json as object),
      ...Object.fromEntries(names.map((name) => [name, null])),
    });
    const rows = await database().sql<{ owner: string; body: Buffer }[]>`
      select organization_id as owner, body from idempotency_keys
      where organization_id = ${organization.id} and key = ${KEY}`;
    expect(rows.map(({ owner, body }) => unseal("idempotency", `${owner}/${KEY}`, body))).toEqual([replay.text]);
    for (const secret of secrets) expect(replay.text).not.toContain(secret);
  });
});
