import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from '../../database.ts';
import { asKyselyDatabase, type Connection, type Guard } from './connection.ts';
import type { DatabaseThread } from './database-thread.ts';
import type { QueryAnswer } from './thread-messages.ts';

/** Runs queries on a connection of this thread. */
export function overConnection(
  connection: Connection,
  guard: Guard = (work) => work(),
): Kysely<Database> {
  const config = { database: asKyselyDatabase(connection, guard) };
  return kyselyOver(new ConnectionDriver(config, connection));
}

/** Runs queries on another thread. Kysely sends one query at a time, and no other query during a transaction. */
export function overThread(thread: DatabaseThread): Kysely<Database> {
  return kyselyOver(new ThreadDriver(thread));
}

/** Runs work on a separate connection, which is closed afterwards. */
export async function withKysely<Result>(
  connection: Connection,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const db = overConnection(connection);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function kyselyOver(driver: Driver): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new TransactionalAdapter(),
      createDriver: () => driver,
      createQueryCompiler: () => new LocklessCompiler(),
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

/** Leaves out FOR UPDATE, which SQLite does not know: while a transaction writes, there is no other. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node);
  }
}

class ConnectionDriver extends SqliteDriver {
  readonly #connection: Connection;

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0], connection: Connection) {
    super(config);
    this.#connection = connection;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(beginOf(this.#connection)));
  }

  /** After some errors, such as a full disk, SQLite has already rolled back. Another rollback would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.database.isTransaction) await super.rollbackTransaction(connection);
  }
}

class ThreadDriver implements Driver, DatabaseConnection {
  readonly #thread: DatabaseThread;

  constructor(thread: DatabaseThread) {
    this.#thread = thread;
  }

  async init(): Promise<void> {}

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const asked = this.#thread.ask<QueryAnswer>({ sql, parameters });
    // Node handles up to a thousand messages before it looks at sockets again. If the next query were sent immediately,
    // its answer could be one of these messages, and visitors would wait until a whole list is read.
    const { rows, changes } = await asked.finally(() => nextTurn());
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

  async beginTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(beginOf(this.#thread)));
  }

  async commitTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  async rollbackTransaction(): Promise<void> {
    // The rollback fails if SQLite has already rolled back, or the thread has ended. Its error is ignored, because it
    // would hide the error that caused the rollback.
    await this.executeQuery(CompiledQuery.raw('ROLLBACK')).catch(() => {});
  }

  async destroy(): Promise<void> {
    await this.#thread.close();
  }
}

/** A transaction that reads before it writes could not write any more if another connection had written meanwhile. */
function beginOf({ readOnly }: { readOnly: boolean }): string {
  return readOnly ? 'BEGIN' : 'BEGIN IMMEDIATE';
}
