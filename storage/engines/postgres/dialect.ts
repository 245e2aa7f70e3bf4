import {
  type DatabaseIntrospector,
  type Kysely,
  PostgresDialect,
  PostgresIntrospector,
  sql,
} from 'kysely';

/** Kysely's stock dialect finds the tables of every schema, where a name without one means those of one alone. */
export class OwnSchemaDialect extends PostgresDialect {
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
