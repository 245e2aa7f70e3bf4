import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import { asKyselyDatabase, type Connection, type Guard } from './connection.ts';

/** After queries have run for this long in one turn of the event loop, the next query waits for the next turn. */
const MAX_TURN_MS = 20;

export function dialectOver(
  connection: Connection,
  guard: Guard = (work) => work(),
): SqliteDialect {
  const config = { database: asKyselyDatabase(connection, guard) };
  return new (class extends SqliteDialect {
    override createAdapter = () => new TransactionalAdapter();
    override createDriver = () => new Driver(config, connection);
  })(config);
}

/** SQLite supports DDL inside a transaction; Kysely's dialect says it does not. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Driver extends SqliteDriver {
  readonly #connection: Connection;
  /** When the first query of this turn of the event loop began, on the clock of `performance`. */
  #turnBegan: number | undefined;

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0], connection: Connection) {
    super(config);
    this.#connection = connection;
  }

  /**
   * Queries run synchronously on the main thread. Without a pause many long queries, such as the queries of a hundred
   * downloads, would run one after the other before any other request is read.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#turnBegan === undefined) {
      this.#turnBegan = performance.now();
      setImmediate(() => {
        this.#turnBegan = undefined;
      });
    } else if (performance.now() - this.#turnBegan > MAX_TURN_MS) await nextTurn();
    return await super.acquireConnection();
  }

  /** After some errors, such as a full disk, SQLite has already rolled back. Another rollback would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.database.isTransaction) await super.rollbackTransaction(connection);
  }
}
