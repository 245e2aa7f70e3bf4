import type { Ask } from '../../engine.ts';
import type { Outcome } from '../group-commit.ts';
import type { GuardedPool } from './pool.ts';

export interface SignUpRow {
  email: string;
  at: number;
  ask: Ask | undefined;
}

/** One row for each address, in the order of the addresses, which avoids deadlocks: see `saveCounts`. */
const JOIN = `
  INSERT INTO waitlist (email, joined_at, requests)
  SELECT email, min(at), count(*) FROM unnest($1::text[], $2::bigint[]) AS s (email, at)
  GROUP BY email ORDER BY email COLLATE "C"
  ON CONFLICT (email) DO UPDATE SET requests = waitlist.requests + excluded.requests`;

/**
 * Also adds one row to the table `ask` for each sign-up that has an `ask`. One statement changes both tables, so that
 * after a crash both are changed, or neither.
 */
const JOIN_AND_ASK = `
  WITH asked AS (
    INSERT INTO ask (email, at, via, priority)
    SELECT * FROM unnest($3::text[], $4::bigint[], $5::text[], $6::smallint[])
  )
  ${JOIN}`;

/** Stores a batch. @throws StorageUnavailable if PostgreSQL has not confirmed the commit */
export async function joinWaitlist(
  pool: GuardedPool,
  signUps: readonly SignUpRow[],
): Promise<Outcome<void>[]> {
  const values = [signUps.map(({ email }) => email), signUps.map(({ at }) => at)];
  const asking = signUps.filter(({ ask }) => ask);
  const statement =
    asking.length === 0
      ? { name: 'join-waitlist', text: JOIN, values }
      : { name: 'join-and-ask', text: JOIN_AND_ASK, values: [...values, ...asksOf(asking)] };
  await pool.use((client) => client.query(statement));
  return signUps.map(() => ({ result: undefined }));
}

function asksOf(asking: readonly SignUpRow[]): unknown[][] {
  return [
    asking.map(({ email }) => email),
    asking.map(({ at }) => at),
    asking.map(({ ask }) => ask?.via ?? null),
    asking.map(({ ask }) => Number(ask?.isLater ?? false)),
  ];
}
