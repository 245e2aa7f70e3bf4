import {
  type DatabaseIntrospector,
  Kysely,
  PostgresDialect,
  PostgresIntrospector,
  type PostgresPool,
  sql,
} from 'kysely';
import type { Database } from '../../schema.ts';

/** @returns a query builder that uses the connections of a pool */
export function kyselyOver(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new OwnSchemaDialect({ pool }) });
}

/**
 * Kysely's dialect lists the tables of every schema. This dialect lists only the tables of the current schema, which is
 * the one that queries use.
 */
class OwnSchemaDialect extends PostgresDialect {
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
