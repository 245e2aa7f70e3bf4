import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';
import { deleteRows, hasAny } from './tables.ts';

/** What a notice to the team is about. */
export type NoticeName = 'day' | 'week' | 'mailing ended' | 'mailing paused' | 'mail' | 'backup';

/** A notice that was not sent yet. */
export interface Untold {
  readonly name: NoticeName;
  /** What the last notice about this said; undefined if there was none. */
  readonly before: string | undefined;
  /** What this notice says. */
  readonly after: string;
}

/** Not notices: when the newest backup was made, and when one was restored (ISO 8601). */
const BACKUP_MADE = 'backup made';
const RESTORED = 'restored';
const isRestore = sql<boolean>`name = ${sql.lit(RESTORED)}`;

/** The last notice to the team of each `NoticeName`. */
export function createNotices(engine: Engine) {
  return {
    async read() {
      const all = await engine.db.selectFrom('notice').selectAll().execute();
      const rows = new Map(all.map(({ name, told }) => [name, told]));
      const madeAt = rows.get(BACKUP_MADE);
      return {
        told: (name: NoticeName): string | undefined => rows.get(name),
        /** When the newest backup was made; undefined if none ever was. */
        backupMadeAt: madeAt === undefined ? undefined : Date.parse(madeAt),
      };
    },

    /**
     * Stores that notices are sent, before they are sent. So each is sent at most once, also if there are several
     * instances, or the program is killed.
     *
     * @returns the notices that no other instance has claimed
     */
    claim: <Notice extends Untold>(notices: readonly Notice[]): Promise<Notice[]> =>
      engine.transaction(async (db) => {
        const claimed: Notice[] = [];
        for (const notice of notices) if (await replace(db, notice)) claimed.push(notice);
        return claimed;
      }),
  };
}

async function replace(db: Kysely<Database>, { name, before, after }: Untold): Promise<boolean> {
  if (before === undefined) {
    const row = db.insertInto('notice').values({ name, told: after });
    const added = await row.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  }
  const row = db.updateTable('notice').set({ told: after }).where('name', '=', name);
  return (await row.where('told', '=', before).executeTakeFirst()).numUpdatedRows === 1n;
}

export const recordBackup = (db: Kysely<Database>, at: number) => recordTime(db, BACKUP_MADE, at);
/** From now on no mailing and no launch begins, until an admin has looked up what was sent: see `storage.launch.goOn`. */
export const recordRestore = (db: Kysely<Database>, at: number) => recordTime(db, RESTORED, at);

/** Whether a backup was restored, and no admin has looked up what was sent. */
export function isRestored(db: Kysely<Database>): Promise<boolean> {
  return hasAny(db, 'notice', isRestore);
}

/** @returns false if there is none */
export async function forgetRestore(db: Kysely<Database>): Promise<boolean> {
  return (await deleteRows(db, 'notice', isRestore)) > 0;
}

async function recordTime(db: Kysely<Database>, name: string, at: number): Promise<void> {
  const told = new Date(at).toISOString();
  await db
    .insertInto('notice')
    .values({ name, told })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ told }))
    .execute();
}
