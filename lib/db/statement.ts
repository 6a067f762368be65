import { type QueryWithTypings, SQL } from "drizzle-orm";

/**
 * A statement whose text is made once, for `db.execute`: to put the text of a long one together for each call takes
 * longer than the rest of what the call costs this process.
 */
export class Statement extends SQL {
  readonly #text: string;
  readonly #parameters: unknown[];

  /** @param parameters of `$1`, `$2`, … in their order; times and JSON as text. */
  constructor(text: string, parameters: unknown[]) {
    super([]);
    this.#text = text;
    this.#parameters = parameters;
  }

  override toQuery(): QueryWithTypings {
    return { sql: this.#text, params: this.#parameters };
  }
}
