import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import type { Database } from '../../database.ts';
import { asKyselyDatabase, type Connection, type Guard } from './connection.ts';

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

/** Runs work on a separate connection, which is closed afterwards. */
export async function withKysely<Result>(
  connection: Connection,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const db = new Kysely<Database>({ dialect: dialectOver(connection) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** SQLite supports DDL inside a transaction; Kysely's dialect says it does not. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Driver extends SqliteDriver {
  readonly #connection: Connection;

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0], connection: Connection) {
    super(config);
    this.#connection = connection;
  }

  /** After some errors, such as a full disk, SQLite has already rolled back. Another rollback would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.database.isTransaction) await super.rollbackTransaction(connection);
  }
}
