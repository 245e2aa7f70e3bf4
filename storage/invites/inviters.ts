import type { Engine } from '../engine.ts';
import { recordErasure } from '../erasures.ts';
import { StorageUnavailable } from '../errors.ts';
import type { Inviter, Inviters } from '../interface/invites.ts';
import { putQueries } from './put-inviters.ts';
import { RecentInviters } from './recent-inviters.ts';
import { subtractFromTotal } from './totals.ts';

export function createInviters(engine: Engine): Inviters {
  const recent = new RecentInviters();

  async function putAll(inviters: readonly Inviter[]): Promise<void> {
    await engine.write(putQueries(engine.db, inviters));
    for (const { id } of inviters) recent.forget(id);
  }

  return {
    async find(id) {
      if (!isKeepable(id)) return undefined;
      const known = recent.get(id);
      if (known) return known.inviter;
      try {
        return await recent.read(id, () => readInviter(engine, id));
      } catch (error) {
        const last = recent.getLast(id);
        if (error instanceof StorageUnavailable && last) return last;
        throw error;
      }
    },

    put: (inviter) => putAll([inviter]),
    putAll,

    async erase(id, at) {
      if (!isKeepable(id)) return false;
      const key = engine.db.selectFrom('inviter').select('key').where('user_id', '=', id);
      const about = (table: 'inviter_total' | 'inviter_base' | 'app_invite') =>
        engine.db.deleteFrom(table).where('inviter_key', '=', key).compile();
      // `writeAlone`, because the counts of an event that is recorded meanwhile would remain after the erasure.
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

/** PostgreSQL refuses queries with NUL in a text. */
function isKeepable(id: string): boolean {
  return !id.includes('\0');
}

async function readInviter(engine: Engine, id: string): Promise<Inviter | undefined> {
  const row = await engine.db
    .selectFrom('inviter')
    // Cast, because SQLite may also have bytes in these columns, if another program has written them.
    .select(({ cast }) => [
      cast<string>('username', 'text').as('username'),
      cast<string | null>('first_name', 'text').as('first_name'),
      cast<string | null>('profile_image_url', 'text').as('profile_image_url'),
    ])
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
