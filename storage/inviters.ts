import type { Engine } from './engine.ts';
import { RecentInviters } from './recent-inviters.ts';
import { searchText } from './search-text.ts';
import type { Inviter, Inviters } from './storage.ts';
import { subtractFromTotal } from './totals.ts';

export function createInviters(engine: Engine): Inviters {
  const recent = new RecentInviters();
  return {
    async find(id) {
      const known = recent.get(id);
      if (known) return known.inviter;
      const inviter = await readInviter(engine, id);
      recent.set(id, inviter);
      return inviter;
    },

    async put({ id, username, firstName, profileImageUrl }) {
      const profile = {
        username,
        first_name: firstName,
        profile_image_url: profileImageUrl,
        search_text: searchText(`${id}\n${username}\n${firstName ?? ''}`),
      };
      await engine.write([
        engine.db
          .insertInto('inviter')
          .values({ user_id: id, ...profile })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
          .compile(),
      ]);
      recent.forget(id);
    },

    async erase(id) {
      const key = engine.db.selectFrom('inviter').select('key').where('user_id', '=', id);
      const about = (table: 'inviter_total' | 'inviter_base' | 'app_invite') =>
        engine.db.deleteFrom(table).where('inviter_key', '=', key).compile();
      const [erased] = await engine.write([
        engine.db.insertInto('erased_inviter').columns(['inviter_key']).expression(key).compile(),
        subtractFromTotal(engine.db, key),
        about('inviter_total'),
        about('inviter_base'),
        about('app_invite'),
        engine.db.deleteFrom('inviter').where('user_id', '=', id).compile(),
      ]);
      recent.forget(id);
      return erased === 1;
    },
  };
}

async function readInviter(engine: Engine, id: string): Promise<Inviter | undefined> {
  const row = await engine.db
    .selectFrom('inviter')
    .select(['username', 'first_name', 'profile_image_url'])
    .where('user_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id,
    username: row.username,
    firstName: row.first_name,
    profileImageUrl: row.profile_image_url,
  };
}
