import { connectionError, databaseCode } from "./errors";
import type { Begin, Query, Queryable, QueryOptions } from "./query";

const FAILED_TRANSACTION = "25P02";

type Run<T> = (tx: Queryable) => T | Promise<T>;

interface Session {
  readonly query: Query;
  break(): void;
}

/** Runs a transaction on a connection that is reserved for it, as described for `Begin`. */
export function transact<T>(connection: Session, run: Run<T>): Promise<T> {
  let savepoints = 0;

  async function scope<U>(run: Run<U>, start: string, undo: string, keep?: string): Promise<U> {
    let failure: unknown;
    let isOver = false;
    const query: Query = <Row extends object>(
      text: string,
      parameters?: readonly unknown[],
      options?: QueryOptions,
    ) => {
      // The transaction has ended. The statement would run in the connection's next transaction.
      if (isOver) return Promise.reject(connectionError("CONNECTION_CLOSED"));
      const sending = connection.query<Row>(text, parameters, options);
      sending.catch((error) => {
        failure ??= error;
      });
      return sending;
    };
    const begin: Begin = (inner) => {
      savepoints += 1;
      return scope(inner, `savepoint s${savepoints}`, `rollback to s${savepoints}`);
    };
    await connection.query(start);
    let result: U;
    try {
      result = await run({ query, begin });
      // A statement failed, but the caller may have caught its error. PostgreSQL would answer COMMIT with a silent
      // ROLLBACK.
      if (failure !== undefined) throw failure;
    } catch (error) {
      isOver = true;
      await connection.query(undo).catch(() => connection.break());
      throw databaseCode(error) === FAILED_TRANSACTION ? (failure ?? error) : error;
    }
    isOver = true;
    if (keep) await connection.query(keep);
    return result;
  }

  return scope(run, "begin", "rollback", "commit");
}
