import { expect, it } from "vitest";
import { formatSql } from "@/e2e/fixtures/sql-text";
import { FIND_KEYS, FIND_TOKENS } from "./authenticate";

it.each([
  ["find-keys", FIND_KEYS],
  ["find-tokens", FIND_TOKENS],
])("the statement %s is the one that was reviewed", async (name, text) => {
  await expect(formatSql(text)).toMatchFileSnapshot(`sql/${name}.sql`);
});
