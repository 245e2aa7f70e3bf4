import { sql } from 'kysely';
import { change, type Engine } from '../engine.ts';
import { hasAny } from '../tables.ts';

/** The phone numbers whose owners are admins. */
export function createAdmins(engine: Engine) {
  const { db } = engine;
  return {
    /**
     * Adds a number. If the number is new, also ends the sessions of its account: a session that began before the
     * number was last removed must not give access to the dashboard again.
     *
     * @returns false if the number was already added
     */
    async add(phone: string, at: number): Promise<boolean> {
      const [, added] = await engine.write([
        sql`
          DELETE FROM session WHERE user_id IN (SELECT user_id FROM account WHERE phone = ${phone})
            AND NOT EXISTS (SELECT 1 FROM admin WHERE phone = ${phone})`.compile(db),
        sql`
          INSERT INTO admin (phone, added_at) VALUES (${phone}, ${at})
          ON CONFLICT DO NOTHING`.compile(db),
      ]);
      return added === 1;
    },

    /** @returns false if the number was not in the list */
    async remove(phone: string): Promise<boolean> {
      return (await change(engine, db.deleteFrom('admin').where('phone', '=', phone))) === 1;
    },

    has: (phone: string): Promise<boolean> => hasAny(db, 'admin', sql`phone = ${phone}`),

    /** @returns the numbers in ascending order */
    async list(): Promise<string[]> {
      const rows = await db.selectFrom('admin').select('phone').orderBy('phone').execute();
      return rows.map((row) => row.phone);
    },
  };
}
