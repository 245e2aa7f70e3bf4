import { type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import { asKyselyDatabase, type Connection, type Guard } from './connection.ts';

export function dialectOver(
  connection: Connection,
  guard: Guard = (work) => work(),
): SqliteDialect {
  const config = { database: asKyselyDatabase(connection, guard) };
  return new (class extends SqliteDialect {
    override createAdapter = () => new TransactionalAdapter();
    override createDriver = () => new SelfRollingBackDriver(config, connection);
  })(config);
}

/** SQLite can change tables inside a transaction; Kysely's stock dialect does not make use of it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite rolls back by itself after some errors, a full disk among them, and it is those that have to be told. */
class SelfRollingBackDriver extends SqliteDriver {
  readonly #connection: Connection;

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0], connection: Connection) {
    super(config);
    this.#connection = connection;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.database.isTransaction) await super.rollbackTransaction(connection);
  }
}
