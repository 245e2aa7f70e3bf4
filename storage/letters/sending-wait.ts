import type { Kysely } from 'kysely';
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
      const since = before && before.for === wait?.for ? before.since : at;
      const { for: waits_for = null, why: waits_why = null } = wait ?? {};
      const values = { waits_for, waits_why, waits_since: since };
      await transaction((db) => db.updateTable('letters_begun').set(values).execute());
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
