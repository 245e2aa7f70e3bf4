import type { Outcome } from '../group-commit.ts';
import type { GuardedPool } from './pool.ts';

export interface SignUpRow {
  email: string;
  at: number;
}

/** One row for each address, in the order of the addresses, which avoids deadlocks: see `saveCounts`. */
const JOIN = `
  INSERT INTO waitlist (email, joined_at, requests)
  SELECT email, min(at), count(*) FROM unnest($1::text[], $2::bigint[]) AS s (email, at)
  GROUP BY email ORDER BY email COLLATE "C"
  ON CONFLICT (email) DO UPDATE SET requests = waitlist.requests + excluded.requests`;

/** Makes a batch durable. @throws StorageUnavailable if the batch may not be durable */
export async function joinWaitlist(
  pool: GuardedPool,
  signUps: readonly SignUpRow[],
): Promise<Outcome<void>[]> {
  const values = [signUps.map(({ email }) => email), signUps.map(({ at }) => at)];
  await pool.use((client) => client.query({ name: 'join-waitlist', text: JOIN, values }));
  return signUps.map(() => ({ result: undefined }));
}
