import type postgres from "postgres";

type Rows<Row extends readonly object[]> = Promise<postgres.RowList<Row>>;

/** Sends a statement: its text with `$1`, `$2`, …, and their values. Rows come as objects or as lists of values. */
export type Send = (text: string, values: readonly unknown[], asValues: boolean) => Rows<object[]>;

/** What statements are sent to: the pool, one connection, or a transaction. */
export interface Sql {
  <Row extends readonly object[] = postgres.Row[]>(
    parts: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Rows<Row>;
  /** The same with a finished text. `values`, called at once, asks for lists of values. */
  unsafe<Row extends readonly object[] = postgres.Row[]>(
    text: string,
    values?: readonly unknown[],
  ): Rows<Row> & { values(): Rows<Row> };
}

export interface TransactionSql extends Sql {
  /** A part that can be undone alone. */
  savepoint<T>(run: (inner: TransactionSql) => T | Promise<T>): Promise<T>;
}

/** Runs a transaction: committed when `run` returns, undone when it throws or a statement of it failed. */
export type Begin = <T>(run: (tx: TransactionSql) => T | Promise<T>) => Promise<T>;

/** Gives a way of sending statements the two forms in which they are written. */
export function createSql(send: Send): Sql {
  const tag = (parts: TemplateStringsArray, ...values: readonly unknown[]) =>
    send(
      parts.reduce((text, part, n) => `${text}$${n}${part}`),
      values,
      false,
    );
  const unsafe = (text: string, values: readonly unknown[] = []) => {
    let asValues = false;
    const rows = Promise.resolve().then(() => send(text, values, asValues));
    return Object.assign(rows, {
      values: () => {
        asValues = true;
        return rows;
      },
    });
  };
  return Object.assign(tag, { unsafe }) as Sql;
}
