import { connectionError, databaseCode } from "./errors";
import { createSql, type Send, type TransactionSql } from "./sql";

const FAILED_TRANSACTION = "25P02";

type Run<T> = (tx: TransactionSql) => T | Promise<T>;

interface Session {
  send: Send;
  break(): void;
}

/** Runs a transaction (see `Begin`) on a connection that no other work uses meanwhile. */
export function transact<T>(connection: Session, run: Run<T>): Promise<T> {
  let savepoints = 0;

  async function scope<U>(run: Run<U>, start: string, undo: string, keep?: string): Promise<U> {
    let failure: unknown;
    let isOver = false;
    const send: Send = (...statement) => {
      // The statement would run in the connection's next transaction.
      if (isOver) return Promise.reject(connectionError("CONNECTION_CLOSED"));
      const sending = connection.send(...statement);
      sending.catch((error) => {
        failure ??= error;
      });
      return sending;
    };
    const savepoint = <V>(inner: Run<V>) => {
      savepoints += 1;
      return scope(inner, `savepoint s${savepoints}`, `rollback to s${savepoints}`);
    };
    await connection.send(start, [], false);
    let result: U;
    try {
      result = await run(Object.assign(createSql(send), { savepoint }));
      // The caller may have caught the error. PostgreSQL would answer COMMIT with a silent ROLLBACK.
      if (failure !== undefined) throw failure;
    } catch (error) {
      isOver = true;
      await connection.send(undo, [], false).catch(() => connection.break());
      throw databaseCode(error) === FAILED_TRANSACTION ? (failure ?? error) : error;
    }
    isOver = true;
    if (keep) await connection.send(keep, [], false);
    return result;
  }

  return scope(run, "begin", "rollback", "commit");
}
