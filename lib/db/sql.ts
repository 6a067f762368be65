import type postgres from "postgres";

type Rows<Row extends readonly object[]> = Promise<postgres.RowList<Row>>;

/** Sends a statement: text with `$1`, `$2`, …, and their values. `asValues` returns rows as arrays instead of objects. */
export type Send = (text: string, values: readonly unknown[], asValues: boolean) => Rows<object[]>;

/** Anything that runs statements: a pool, a connection or a transaction. */
export interface Sql {
  <Row extends readonly object[] = postgres.Row[]>(
    parts: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Rows<Row>;
  /** The same for text that is already built. Call `values` right away to get rows as arrays. */
  unsafe<Row extends readonly object[] = postgres.Row[]>(
    text: string,
    values?: readonly unknown[],
  ): Rows<Row> & { values(): Rows<Row> };
}

export interface TransactionSql extends Sql {
  /** Runs a part of the transaction that can be rolled back alone. */
  savepoint<T>(run: (inner: TransactionSql) => T | Promise<T>): Promise<T>;
}

/** Runs a transaction. It is committed when `run` returns, and rolled back when `run` throws or a statement failed. */
export type Begin = <T>(run: (tx: TransactionSql) => T | Promise<T>) => Promise<T>;

/** Turns a function that sends statements into a template tag with `unsafe`. */
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
