import type postgres from "postgres";

export interface QueryOptions {
  /** Returns each row as an array of its columns' values instead of an object. */
  asArrays?: boolean;
  /** `false` plans the statement for its values instead of preparing it. */
  prepare?: boolean;
}

/** Sends one statement: text with `$1`, `$2`, …, and their values. */
export type Query = <Row extends object = postgres.Row>(
  text: string,
  parameters?: readonly unknown[],
  options?: QueryOptions,
) => Promise<postgres.RowList<Row[]>>;

/**
 * Runs a transaction, or a savepoint within one. It commits when `run` returns, and rolls back if `run` throws or a
 * statement failed.
 */
export type Begin = <T>(run: (tx: Queryable) => T | Promise<T>) => Promise<T>;

/** Anything that runs statements: the pool, a connection or a transaction. */
export interface Queryable {
  readonly query: Query;
  readonly begin: Begin;
}

/** A template tag for `query`: every value becomes a parameter. */
export interface Sql {
  <Rows extends readonly object[] = postgres.Row[]>(
    parts: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<postgres.RowList<Rows>>;
  readonly query: Query;
  begin<T>(run: (tx: Sql) => T | Promise<T>): Promise<T>;
}

export function createSql({ query, begin }: Queryable): Sql {
  const tag = (parts: TemplateStringsArray, ...values: readonly unknown[]) =>
    query(
      parts.reduce((text, part, n) => `${text}$${n}${part}`),
      values,
    );
  const methods: Pick<Sql, "query" | "begin"> = { query, begin: (run) => begin((tx) => run(createSql(tx))) };
  return Object.assign(tag, methods) as Sql;
}
