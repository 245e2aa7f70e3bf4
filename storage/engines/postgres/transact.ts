import type { CompiledQuery } from 'kysely';
import { isConflict } from './database-errors.ts';
import type { GuardedClient } from './guarded-client.ts';
import type { GuardedPool } from './pool.ts';

/** The maximum number of attempts of a transaction that conflicts with concurrent transactions. */
const MAX_ATTEMPTS = 5;

/** Runs work again after a deadlock or serialization failure. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}

/**
 * Runs queries in one transaction.
 *
 * @param first a statement to run before the queries, such as a lock
 * @returns the number of rows each query changed
 */
export async function transact(
  pool: GuardedPool,
  queries: readonly CompiledQuery[],
  first?: string,
): Promise<number[]> {
  const [only] = queries;
  if (only && queries.length === 1 && !first) {
    return [await pool.use((client) => run(client, only))];
  }
  return await pool.use(async (client) => {
    await client.query('BEGIN');
    try {
      if (first) await client.query(first);
      const changes: number[] = [];
      for (const query of queries) changes.push(await run(client, query));
      await client.query('COMMIT');
      return changes;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => client.discard());
      throw error;
    }
  });
}

async function run(client: GuardedClient, { sql, parameters }: CompiledQuery): Promise<number> {
  const { rowCount } = await client.query(sql, parameters);
  return rowCount ?? 0;
}
