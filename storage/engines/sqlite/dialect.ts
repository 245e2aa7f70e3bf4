import { SqliteAdapter, SqliteDialect } from 'kysely';
import { asKyselyDatabase, type Connection } from './connection.ts';

export function dialectOver(connection: Connection): SqliteDialect {
  return new TransactionalSqliteDialect({ database: asKyselyDatabase(connection) });
}

/** SQLite can change tables inside a transaction; Kysely's stock dialect does not make use of it. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}
