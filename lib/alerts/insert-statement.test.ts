import { expect, it } from "vitest";
import { INSERT_ALERTS, INSERT_KEYED_ALERTS } from "./insert-statement";

it.each([
  ["insert-alerts", INSERT_ALERTS],
  ["insert-keyed-alerts", INSERT_KEYED_ALERTS],
])("the statement %s is the one that was reviewed", async (name, text) => {
  await expect(`${text};\n`).toMatchFileSnapshot(`sql/${name}.sql`);
});
