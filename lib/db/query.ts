import type postgres from "postgres";

export interface QueryOptions {
  /** Whether each row is an array of its columns' values instead of an object. */
  asArrays?: boolean;
  /** If false, the statement isn't prepared, but planned for its values. */
  prepare?: boolean;
}

/** Sends one statement. Its text contains `$1`, `$2`, … in place of the parameters. */
export type Query = <Row extends object = postgres.Row>(
  text: string,
  parameters?: readonly unknown[],
  options?: QueryOptions,
) => Promise<postgres.RowList<Row[]>>;

/**
 * Runs a transaction, or a savepoint within one. Commits after `run` returns. Rolls back if `run` throws or a
 * statement failed.
 */
export type Begin = <T>(run: (tx: Queryable) => T | Promise<T>) => Promise<T>;

/** An object that runs statements: the pool, a connection or a transaction. */
export interface Queryable {
  readonly query: Query;
  readonly begin: Begin;
}

/** A template tag that sends a statement. Every value in the template becomes a parameter. */
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
