import {
  type DatabaseIntrospector,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  type PostgresPool,
  sql,
  type Transaction,
} from 'kysely';
import type { Database } from '../../schema.ts';

/** The key of the advisory lock that each transaction holds while it writes, and each migration. */
export const WRITING = 8_316_005;

/**
 * Waits until no other transaction writes, in any instance or command. PostgreSQL releases the lock when the transaction
 * or its connection ends.
 */
export async function becomeOnlyWriter(own: Transaction<Database>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(WRITING)})`.execute(own);
}

/** @returns a query builder that uses the connections of a pool */
export function kyselyOver(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new OwnSchemaDialect({ pool }) });
}

/**
 * Kysely's dialect lists the tables of every schema. This dialect lists only the tables of the current schema, which is
 * the one that queries use.
 */
class OwnSchemaDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new OneWriterAdapter();
  }

  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new OwnSchemaIntrospector(db);
  }
}

class OwnSchemaIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(...options: Parameters<PostgresIntrospector['getTables']>) {
    const { rows } = await sql<{ own: string }>`SELECT current_schema() AS own`.execute(this.#db);
    const tables = await super.getTables(...options);
    return tables.filter(({ schema }) => schema === rows[0]?.own);
  }
}

/** A migration is a writer, too: it would wait for a writer that waits for one of its tables. */
class OneWriterAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`SELECT pg_advisory_lock(${sql.lit(WRITING)})`.execute(db);
  }

  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`SELECT pg_advisory_unlock(${sql.lit(WRITING)})`.execute(db);
  }
}
