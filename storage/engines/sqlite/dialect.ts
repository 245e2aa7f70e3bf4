import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from '../../schema.ts';
import type { Query, QueryAnswer } from './connection.ts';

type Run = (query: Query) => Promise<QueryAnswer>;

/** @param run gets one query at a time, and during a transaction only the queries of this transaction */
export function kyselyOver({ readOnly }: { readOnly: boolean }, run: Run): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new TransactionalAdapter(),
      createDriver: () => new OneConnection(readOnly, run),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}

/** SQLite supports DDL inside a transaction; Kysely's dialect says it does not. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class OneConnection implements Driver, DatabaseConnection {
  readonly #readOnly: boolean;
  readonly #run: Run;

  constructor(readOnly: boolean, run: Run) {
    this.#readOnly = readOnly;
    this.#run = run;
  }

  async init(): Promise<void> {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#run(query);
    return {
      rows: rows as Row[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
    };
  }

  // biome-ignore lint/correctness/useYield: a part of Kysely's interface that is not supported
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Not supported: read pages instead.');
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async releaseConnection(): Promise<void> {}

  /** A transaction that reads before it writes could not write any more if another connection had written meanwhile. */
  async beginTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(this.#readOnly ? 'BEGIN' : 'BEGIN IMMEDIATE'));
  }

  async commitTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  async rollbackTransaction(): Promise<void> {
    // The rollback fails if SQLite has already rolled back, as on a full disk, or the thread has ended. Its error is
    // ignored, because it would hide the error that caused the rollback.
    await this.executeQuery(CompiledQuery.raw('ROLLBACK')).catch(() => {});
  }

  /** The engine closes its connections. */
  async destroy(): Promise<void> {}
}
