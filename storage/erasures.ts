import { createHmac } from 'node:crypto';
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { readSecret } from './secret.ts';

/** What an erased id was: an address of the waitlist, or an inviter's id. */
export type SubjectKind = 'waitlist' | 'inviter';

/** The erasures of a database. Only keyed hashes: an id can be looked up here, but not read from it. */
export interface ErasureLedger {
  readonly secret: Uint8Array;
  /** Time of the last erasure (milliseconds since 1970 UTC) by the hexadecimal hash of the subject. */
  readonly erasures: ReadonlyMap<string, number>;
}

/**
 * The query that remembers an erasure, for the transaction that erases. An earlier backup still contains the person,
 * who is erased again when it is restored.
 * Of two erasures of one subject the second gets the later time, also where the clock has gone back: a backup from
 * between the two would otherwise seem to know of both.
 */
export async function recordErasure(
  engine: Engine,
  kind: SubjectKind,
  id: string,
  at: number | RawBuilder<number>,
): Promise<CompiledQuery> {
  const subject = hashSubject(await readSecret(engine, 'secret'), kind, id);
  const later = sql<number>`CASE WHEN erasure.at < excluded.at THEN excluded.at ELSE erasure.at + 1 END`;
  return engine.db
    .insertInto('erasure')
    .values({ subject, at })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ at: later }))
    .compile();
}

export function record(db: Kysely<Database>, subject: Uint8Array, at: number): CompiledQuery {
  return db
    .insertInto('erasure')
    .values({ subject, at })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ at }).where('erasure.at', '<', at),
    )
    .compile();
}

export function hashSubject(secret: Uint8Array, kind: SubjectKind, id: string): Buffer {
  return createHmac('sha256', secret).update(`erased ${kind} ${id}`).digest();
}

export async function readLedger(engine: Engine): Promise<ErasureLedger> {
  const rows = await engine.db.selectFrom('erasure').selectAll().execute();
  return {
    secret: await readSecret(engine, 'secret'),
    erasures: new Map(rows.map(({ subject, at }) => [asHex(subject), at])),
  };
}

export function asHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
