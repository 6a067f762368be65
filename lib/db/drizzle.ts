import { NoopCache } from "drizzle-orm/cache/core";
import { NoopLogger } from "drizzle-orm/logger";
import {
  PgDatabase,
  PgDialect,
  PgSession,
  PgTransaction,
  type PgTransactionConfig,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from "drizzle-orm/pg-core";
import { PreparedQuery, type RemoteCallback } from "drizzle-orm/pg-proxy";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { Query as BuiltQuery, SQL } from "drizzle-orm/sql";
import type postgres from "postgres";
import type { Queryable, QueryOptions } from "./query";

const dialect = new PgDialect();
const logger = new NoopLogger();
const cache = new NoopCache();

/** Drizzle for a pool. Drizzle builds statements and maps rows, and `connection` sends the statements. */
export class DrizzleDatabase extends PgDatabase<PostgresJsQueryResultHKT> {
  constructor(readonly connection: Queryable) {
    super(dialect, new DrizzleSession(connection), undefined);
  }

  override transaction<T>(run: RunInTransaction<T>, config?: PgTransactionConfig): Promise<T> {
    return runInTransaction(this.connection, run, config);
  }
}

/** Drizzle for a transaction. */
export class DrizzleTransaction extends PgTransaction<PostgresJsQueryResultHKT> {
  constructor(readonly connection: Queryable) {
    super(dialect, new DrizzleSession(connection), undefined);
  }

  override transaction<T>(run: RunInTransaction<T>): Promise<T> {
    return runInTransaction(this.connection, run);
  }
}

type RunInTransaction<T> = (tx: DrizzleTransaction) => Promise<T>;

function runInTransaction<T>(on: Queryable, run: RunInTransaction<T>, config?: PgTransactionConfig): Promise<T> {
  return on.begin(async (connection) => {
    const tx = new DrizzleTransaction(connection);
    if (config) await tx.setTransaction(config);
    return run(tx);
  });
}

/** Runs a Drizzle statement with options that Drizzle's own `execute` doesn't have. */
export function runStatement<Row extends object>(
  { connection }: DrizzleDatabase | DrizzleTransaction,
  statement: SQL,
  options: QueryOptions,
): Promise<postgres.RowList<Row[]>> {
  const { sql, params } = dialect.sqlToQuery(statement);
  return connection.query<Row>(sql, params, options);
}

class DrizzleSession extends PgSession<PostgresJsQueryResultHKT> {
  constructor(private readonly connection: Queryable) {
    super(dialect);
  }

  override prepareQuery<Config extends PreparedQueryConfig>(
    { sql, params }: BuiltQuery,
    fields: SelectedFieldsOrdered | undefined,
    _name: string | undefined,
    isInArrayMode: boolean,
    toResult?: (rows: unknown[][]) => Config["execute"],
  ): DrizzleQuery<Config> {
    const send: RemoteCallback = async (text, parameters, method) => ({
      rows: await this.connection.query(text, parameters, { asArrays: method === "all" }),
    });
    const [typings, metadata, cacheConfig] = [undefined, undefined, undefined];
    return new DrizzleQuery<Config>(
      send,
      sql,
      params,
      typings,
      logger,
      cache,
      metadata,
      cacheConfig,
      fields,
      isInArrayMode,
      toResult,
    );
  }

  override transaction<T>(run: RunInTransaction<T>, config?: PgTransactionConfig): Promise<T> {
    return runInTransaction(this.connection, run, config);
  }
}

/** Drizzle's query class for custom drivers. With rows as arrays, it maps columns to the selected fields. */
class DrizzleQuery<Config extends PreparedQueryConfig> extends PreparedQuery<Config> {
  // Replaces Drizzle's own method. That one reads through a cache, which isn't used here. It also wraps errors in
  // a DrizzleQueryError, whose message would put the parameters into every log (docs/decisions/002-brands.md).
  queryWithCache<Result>(_text: string, _parameters: unknown[], send: () => Promise<Result>): Promise<Result> {
    return send();
  }
}
