import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LruMap } from 'toad-cache';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Engine } from '../engine.ts';
import { StorageUnavailable } from '../errors.ts';
import { type Database, isStorable } from '../schema.ts';
import { searchedTexts } from '../search-text.ts';
import { eraseInviter } from './erase-inviter.ts';

/**
 * The maximum number of rows in one query. Engines limit the number of parameters, and cache a separate prepared
 * statement for each number of rows.
 */
const ROWS_PER_QUERY = 100;
/** How long a cached profile is used. A change by another process is visible after this time at the latest. */
const RECENT_MS = 1_000;
/**
 * How long a profile is used while the database is unavailable. An inviter whom another process has erased may be shown
 * for this time, too.
 */
const STALE_MS = HOUR_MS;
const MAX_KNOWN = 10_000;
/** The maximum number of cached ids without an inviter. It is small, because clients can make up any number of them. */
const MAX_UNKNOWN = 1_000;

/** The columns after `user_id`, in the order of the values in `asRow`. */
const profile = [
  'username',
  'first_name',
  'profile_image_url',
  'search_text',
  'sort_name',
] as const;
const columns = sql.join(['user_id', ...profile].map((column) => sql.ref(column)));

/** The profile of a user of the app who shares invite links, as the app's back end reported it. */
export interface Inviter {
  /** The app's own id of the person; it is the `ref` of their links. */
  id: string;
  username: string;
  firstName: string | null;
  /** An https address, or a path of our own site. */
  profileImageUrl: string | null;
}

export type Inviters = ReturnType<typeof createInviters>;

export function createInviters(engine: Engine) {
  const recent = new RecentInviters();

  /** Stores all inviters in one transaction, or none. If several have the same id, the last one is stored. */
  async function putAll(inviters: readonly Inviter[]): Promise<void> {
    await engine.transaction((db) => putRows(db, inviters));
    for (const { id } of inviters) recent.forget(id);
  }

  return {
    /**
     * If another process changes a profile, the old one may be returned for up to a second. While the database is
     * unavailable, the profile that this process read last is returned for up to an hour.
     *
     * @throws StorageUnavailable if the database is unavailable and this process has not read the profile within the
     *   last hour
     */
    async find(id: string): Promise<Inviter | undefined> {
      if (!isStorable(id)) return undefined;
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

    /** Adds an inviter, or replaces the whole profile. */
    put: (inviter: Inviter): Promise<void> => putAll([inviter]),
    putAll,

    /** See `eraseInviter`. @returns whether the inviter existed */
    async erase(id: string, at: number): Promise<boolean> {
      const existed = isStorable(id) && (await eraseInviter(engine, id, at));
      recent.forget(id);
      return existed;
    },
  };
}

async function putRows(db: Kysely<Database>, inviters: readonly Inviter[]): Promise<void> {
  const last = new Map(inviters.map((inviter) => [inviter.id, inviter]));
  if (last.size === 0) return;
  const known = await db
    .selectFrom('inviter')
    .select('user_id')
    .where('user_id', 'in', [...last.keys()])
    .execute();
  const set = profile.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`);
  for (const given of steps(known.flatMap(({ user_id }) => last.get(user_id) ?? []))) {
    await sql`${asTable(given)} UPDATE inviter SET ${sql.join(set)} FROM given
      WHERE inviter.user_id = given.user_id`.execute(db);
  }
  for (const { user_id } of known) last.delete(user_id);
  for (const given of steps([...last.values()])) {
    const rows = sql.join(given.map(asRow));
    await sql`INSERT INTO inviter (${columns}) VALUES ${rows}`.execute(db);
  }
}

function* steps(inviters: readonly Inviter[]): Generator<Inviter[]> {
  for (let from = 0; from < inviters.length; from += ROWS_PER_QUERY)
    yield inviters.slice(from, from + ROWS_PER_QUERY);
}

function asTable(inviters: readonly Inviter[]): RawBuilder<unknown> {
  return sql`WITH given (${columns}) AS (VALUES ${sql.join(inviters.map(asRow))})`;
}

function asRow({ id, username, firstName, profileImageUrl }: Inviter): RawBuilder<unknown> {
  const { search_text, sort_name } = searchedTexts(id, username, firstName);
  return sql`(${id}, ${username}, ${firstName}, ${profileImageUrl}, ${search_text}, ${sort_name})`;
}

async function readInviter({ db }: Engine, id: string): Promise<Inviter | undefined> {
  const { rows } = await sql<Omit<Inviter, 'id'>>`
    SELECT username, first_name AS "firstName",
      profile_image_url AS "profileImageUrl"
    FROM inviter WHERE user_id = ${id}`.execute(db);
  return rows[0] && { id, ...rows[0] };
}

interface Recent {
  /** Undefined if no inviter had that id. */
  inviter: Inviter | undefined;
  /** When the entry is too old to be used without a query, by `performance.now()`. */
  until: number;
}

/**
 * A cache of inviters. With this cache a popular link causes about one query a second, and still works while the
 * database is unavailable.
 */
export class RecentInviters {
  readonly #known = new LruMap<Recent>(MAX_KNOWN);
  /** In a separate map, so that made-up ids never remove a known inviter. */
  readonly #unknown = new LruMap<Recent>(MAX_UNKNOWN);
  #changes = 0;

  get(id: string): Recent | undefined {
    const recent = this.#known.get(id) ?? this.#unknown.get(id);
    return recent && recent.until > performance.now() ? recent : undefined;
  }

  /** The inviter of the last read, for up to an hour. */
  getLast(id: string): Inviter | undefined {
    const last = this.#known.get(id);
    return last && last.until + STALE_MS > performance.now() ? last.inviter : undefined;
  }

  /** Reads from the database. The answer is cached unless `forget` was called meanwhile: it may be from before the change. */
  async read(id: string, ask: () => Promise<Inviter | undefined>): Promise<Inviter | undefined> {
    const changes = this.#changes;
    const inviter = await ask();
    if (this.#changes !== changes) return inviter;
    this.#remove(id);
    const kept = inviter ? this.#known : this.#unknown;
    kept.set(id, { inviter, until: performance.now() + RECENT_MS });
    return inviter;
  }

  forget(id: string): void {
    this.#changes++;
    this.#remove(id);
  }

  #remove(id: string): void {
    this.#known.delete(id);
    this.#unknown.delete(id);
  }
}
