import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Author } from '../contract/audit.ts';
import {
  type AppChange,
  type Availability,
  changeApp,
  defaultAvailability,
  describeApp,
  isSameAvailability,
} from '../contract/availability.ts';
import { recordAct } from './audit.ts';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

export interface StoredAvailability {
  /** Counts up with each change; 0 before the first. */
  readonly id: number;
  /** When it was changed; null before the first change. */
  readonly at: number | null;
  readonly state: Availability;
}

/** What visitors can get: see `Availability`. Each change adds a row; the last row is the current state. */
export function createAvailability(engine: Engine) {
  return {
    read: async (): Promise<StoredAvailability> => readLatest(engine.db),

    /**
     * Changes the state. A change that changes nothing is not stored.
     *
     * @param seen the id of the state that the admin saw. If it is not the last one, nothing is changed
     */
    change: (
      change: AppChange,
      author: Author,
      seen?: number,
    ): Promise<{ before: StoredAvailability; after: StoredAvailability } | { problem: string }> =>
      engine.transaction(async (db) => {
        const before = await readLatest(db);
        if (seen !== undefined && seen !== before.id) return { before, after: before };
        const changed = changeApp(before.state, change);
        if ('problem' in changed) return changed;
        const { state } = changed;
        if (isSameAvailability(before.state, state)) return { before, after: before };
        const after = { id: before.id + 1, at: author.at, state };
        await add(db, after);
        await recordAct(db, author, 'change-app', describeApp(state));
        return { before, after };
      }),

    /**
     * Brings back the state before the last change that is not undone, so that undoing again goes further back.
     *
     * @param seen the id of the state that the admin saw. If it is not the last one, nothing is undone: two admins who
     *   undo the same change would otherwise undo two
     * @returns undefined if no change is left to undo
     */
    undo: (
      author: Author,
      seen?: number,
    ): Promise<{ before: StoredAvailability; after: StoredAvailability } | undefined> =>
      engine.transaction((db) => undo(db, author, seen)),
  };
}

async function undo(db: Transaction<Database>, author: Author, seen: number | undefined) {
  const rows = await db.selectFrom('app_state').selectAll().orderBy('id').execute();
  const history = rows.map(toStored);
  const before = history.at(-1);
  if (before && seen !== undefined && seen !== before.id) return { before, after: before };
  const earlier = stateBefore(history);
  if (!before || !earlier) return undefined;
  const after = { id: before.id + 1, at: author.at, state: earlier };
  await add(db, after);
  await recordAct(db, author, 'undo-app', describeApp(after.state));
  return { before, after };
}

/**
 * @param history from the first change to the last
 * @returns the state before the last change that is not undone. A row with the state before such a change undoes it,
 *   also if an admin entered this state by hand
 */
function stateBefore(history: readonly StoredAvailability[]): Availability | undefined {
  const states = [defaultAvailability];
  for (const { state } of history) {
    const earlier = states.at(-2);
    if (earlier && isSameAvailability(earlier, state)) states.pop();
    else states.push(state);
  }
  return states.at(-2);
}

/** The state that holds. */
export async function readLatest(db: Kysely<Database>): Promise<StoredAvailability> {
  const row = await db
    .selectFrom('app_state')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toStored(row) : { id: 0, at: null, state: defaultAvailability };
}

function toStored(row: Selectable<Database['app_state']>): StoredAvailability {
  const { id, at, ios, ios_link, android, android_link } = row;
  return { id, at, state: { ios, iosLink: ios_link, android, androidLink: android_link } };
}

async function add(db: Kysely<Database>, { id, at, state }: StoredAvailability): Promise<void> {
  const { ios, iosLink, android, androidLink } = state;
  await db
    .insertInto('app_state')
    .values({ id, at: at ?? 0, ios, ios_link: iosLink, android, android_link: androidLink })
    .execute();
}
