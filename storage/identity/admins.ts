import { sql } from 'kysely';
import { type Author, COMMAND_LINE } from '../../contract/audit.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { deleteRows, hasAny } from '../tables.ts';

/** The phone numbers whose owners are admins. Only the operator adds and removes them. */
export function createAdmins(engine: Engine) {
  const { db } = engine;
  return {
    /**
     * Adds a number. If the number is new, also ends the sessions of its account: a session that began before the
     * number was last removed must not give access to the dashboard again.
     *
     * @returns false if the number was already added
     */
    add: (phone: string, at: number, who = COMMAND_LINE): Promise<boolean> =>
      engine.transaction(async (db) => {
        const added = await db
          .insertInto('admin')
          .values({ phone, added_at: at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return false;
        const accounts = sql`SELECT user_id FROM account WHERE phone = ${phone}`;
        await deleteRows(db, 'session', sql`user_id IN (${accounts})`);
        await recordAct(db, { who, at }, 'add-admin', phone);
        return true;
      }),

    /** @returns false if the number was not in the list */
    remove: (phone: string, at: number): Promise<boolean> =>
      engine.transaction(async (db) => {
        const admins = db.deleteFrom('admin').where('phone', '=', phone);
        if ((await admins.executeTakeFirst()).numDeletedRows !== 1n) return false;
        await recordAct(db, { who: COMMAND_LINE, at }, 'remove-admin', phone);
        return true;
      }),

    has: (phone: string): Promise<boolean> => hasAny(db, 'admin', sql`phone = ${phone}`),

    /**
     * Gives an admin the right to the waitlist and the state of the app, or withdraws it.
     *
     * @returns whether the right changed; undefined if the number is not an admin's
     */
    setRight: (phone: string, hasRight: boolean, author: Author): Promise<boolean | undefined> =>
      engine.transaction(async (db) => {
        const admins = db.selectFrom('admin').select('waitlist').where('phone', '=', phone);
        const admin = await admins.executeTakeFirst();
        if (!admin || (admin.waitlist === 1) === hasRight) return admin && false;
        const waitlist = Number(hasRight);
        await db.updateTable('admin').set({ waitlist }).where('phone', '=', phone).execute();
        await recordAct(db, author, hasRight ? 'give-right' : 'withdraw-right', phone);
        return true;
      }),

    /** @returns the numbers of the admins with the right of `setRight` */
    async listWithRight(): Promise<string[]> {
      const rows = await db.selectFrom('admin').select('phone').where('waitlist', '=', 1).execute();
      return rows.map((row) => row.phone);
    },

    /** @returns the numbers in ascending order */
    async list(): Promise<string[]> {
      const rows = await db.selectFrom('admin').select('phone').orderBy('phone').execute();
      return rows.map((row) => row.phone);
    },
  };
}
