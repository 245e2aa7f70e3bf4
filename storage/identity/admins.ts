import { change, type Engine } from '../engine.ts';
import type { Admins } from '../interface/identity.ts';

export function createAdmins(engine: Engine): Admins {
  const { db } = engine;
  return {
    async add(phone, at) {
      const accounts = db.selectFrom('account').select('user_id').where('phone', '=', phone);
      const [, added] = await engine.write([
        db
          .deleteFrom('session')
          .where('user_id', 'in', accounts)
          .where(({ not, exists }) =>
            not(exists(db.selectFrom('admin').select('phone').where('phone', '=', phone))),
          )
          .compile(),
        db
          .insertInto('admin')
          .values({ phone, added_at: at })
          .onConflict((conflict) => conflict.doNothing())
          .compile(),
      ]);
      return added === 1;
    },

    async remove(phone) {
      return (await change(engine, db.deleteFrom('admin').where('phone', '=', phone))) === 1;
    },

    async has(phone) {
      const row = await db
        .selectFrom('admin')
        .select('phone')
        .where('phone', '=', phone)
        .executeTakeFirst();
      return row !== undefined;
    },

    async list() {
      const rows = await db.selectFrom('admin').select('phone').orderBy('phone').execute();
      return rows.map((row) => row.phone);
    },
  };
}
