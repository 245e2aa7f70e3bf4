import type { Engine } from './engine.ts';
import { recordErasure } from './erasures.ts';
import { StorageUnavailable } from './errors.ts';
import { RecentInviters } from './recent-inviters.ts';
import { searchText } from './search-text.ts';
import type { Inviter, Inviters } from './storage.ts';
import { subtractFromTotal } from './totals.ts';

export function createInviters(engine: Engine): Inviters {
  const recent = new RecentInviters();
  return {
    async find(id) {
      if (!isKeepable(id)) return undefined;
      const known = recent.get(id);
      if (known) return known.inviter;
      try {
        const inviter = await readInviter(engine, id);
        recent.set(id, inviter);
        return inviter;
      } catch (error) {
        const last = recent.getLast(id);
        if (error instanceof StorageUnavailable && last) return last;
        throw error;
      }
    },

    async put({ id, username, firstName, profileImageUrl }) {
      const profile = {
        username,
        first_name: firstName,
        profile_image_url: profileImageUrl,
        search_text: searchText(`${id}\n${username}\n${firstName ?? ''}`),
      };
      const { db } = engine;
      const isKnown = db.selectFrom('inviter').where('user_id', '=', id).select('key');
      await engine.write([
        db.updateTable('inviter').set(profile).where('user_id', '=', id).compile(),
        // Only where it is needed: an insertion that turns into an update uses up a key in some engines.
        db
          .insertInto('inviter')
          .columns(['user_id', 'username', 'first_name', 'profile_image_url', 'search_text'])
          .expression(
            db
              .selectNoFrom(({ val }) => [
                val(id).as('user_id'),
                val(profile.username).as('username'),
                val(profile.first_name).as('first_name'),
                val(profile.profile_image_url).as('profile_image_url'),
                val(profile.search_text).as('search_text'),
              ])
              .where(({ not, exists }) => not(exists(isKnown))),
          )
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
          .compile(),
      ]);
      recent.forget(id);
    },

    async erase(id, at) {
      if (!isKeepable(id)) return false;
      const key = engine.db.selectFrom('inviter').select('key').where('user_id', '=', id);
      const about = (table: 'inviter_total' | 'inviter_base' | 'app_invite') =>
        engine.db.deleteFrom(table).where('inviter_key', '=', key).compile();
      // Alone: what is recorded for somebody at that moment must not outlive them.
      const [erased] = await engine.writeAlone([
        engine.db.insertInto('erased_inviter').columns(['inviter_key']).expression(key).compile(),
        subtractFromTotal(engine.db, key),
        about('inviter_total'),
        about('inviter_base'),
        about('app_invite'),
        engine.db.deleteFrom('inviter').where('user_id', '=', id).compile(),
        await recordErasure(engine, 'inviter', id, at),
      ]);
      recent.forget(id);
      return erased === 1;
    },
  };
}

/** Some engines refuse any question about a text with a NUL. */
function isKeepable(id: string): boolean {
  return !id.includes('\0');
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
