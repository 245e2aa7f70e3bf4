import { type Kysely, sql } from 'kysely';
import type { SendingWait, WaitsFor } from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';

/** What letters wait for, as the instance that sends them has found. All instances and commands read it. */
export function createSendingWait({ db, transaction }: Engine) {
  return {
    /**
     * If letters wait for the same as before, they have waited since then. What is stored is read each time, because another
     * instance may have been the sender.
     */
    async store(wait: { for: WaitsFor; why: string } | undefined, at: number): Promise<void> {
      const before = await readWait(db);
      if (before?.for === wait?.for && before?.why === wait?.why) return;
      const { for: waitsFor = null, why = null } = wait ?? {};
      await transaction((db) =>
        sql`
          UPDATE letters_begun SET waits_for = ${waitsFor}, waits_why = ${why},
            waits_since = CASE WHEN waits_for = ${waitsFor} THEN waits_since ELSE ${at} END`.execute(
          db,
        ),
      );
    },

    find: (): Promise<SendingWait | undefined> => readWait(db),
  };
}

/** @returns undefined if letters are sent, or none is to be sent */
export async function readWait(db: Kysely<Database>): Promise<SendingWait | undefined> {
  const row = await db
    .selectFrom('letters_begun')
    .select(['waits_for', 'waits_why', 'waits_since'])
    .executeTakeFirst();
  if (!row?.waits_for || row.waits_why === null || row.waits_since === null) return undefined;
  return { for: row.waits_for as WaitsFor, why: row.waits_why, since: row.waits_since };
}
