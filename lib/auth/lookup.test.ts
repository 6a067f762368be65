import { expect, it } from "vitest";
import { formatSql } from "@/e2e/fixtures/sql-text";
import { FIND_KEYS, FIND_TOKENS } from "./authenticate";

it.each([
  ["find-keys", FIND_KEYS],
  ["find-tokens", FIND_TOKENS],
])("matches the reviewed SQL of the statement %s", async (name, text) => {
  await expect(formatSql(text)).toMatchFileSnapshot(`sql/${name}.sql`);
});
