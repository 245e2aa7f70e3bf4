import { LruMap } from 'toad-cache';
import { HOUR_MS } from '../../contract/durations.ts';

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

interface Recent<Inviter> {
  /** Undefined if no inviter had that id. */
  inviter: Inviter | undefined;
  /** When the entry is too old to be used without a query, by `performance.now()`. */
  until: number;
}

/**
 * A cache of inviters. With this cache a popular link causes about one query a second, and still works while the
 * database is unavailable.
 */
export class RecentInviters<Inviter> {
  readonly #known = new LruMap<Recent<Inviter>>(MAX_KNOWN);
  /** In a separate map, so that made-up ids never remove a known inviter. */
  readonly #unknown = new LruMap<Recent<Inviter>>(MAX_UNKNOWN);
  /** The reads in progress, by id. `forget` removes the entry, so that the result of such a read is not cached. */
  readonly #underWay = new Map<string, { reads: number }>();

  get(id: string): Recent<Inviter> | undefined {
    const recent = this.#known.get(id) ?? this.#unknown.get(id);
    return recent && recent.until > performance.now() ? recent : undefined;
  }

  /** The inviter of the last read, for up to an hour. */
  getLast(id: string): Inviter | undefined {
    const last = this.#known.get(id);
    return last && last.until + STALE_MS > performance.now() ? last.inviter : undefined;
  }

  /**
   * Reads from the database. The answer is cached unless `forget` was called meanwhile, because the answer may show
   * the state before the change.
   */
  async read(id: string, ask: () => Promise<Inviter | undefined>): Promise<Inviter | undefined> {
    const own = this.#underWay.get(id) ?? { reads: 0 };
    this.#underWay.set(id, own);
    own.reads++;
    const isCurrent = () => this.#underWay.get(id) === own;
    try {
      const inviter = await ask();
      if (isCurrent()) this.#set(id, inviter);
      return inviter;
    } finally {
      own.reads--;
      if (own.reads === 0 && isCurrent()) this.#underWay.delete(id);
    }
  }

  forget(id: string): void {
    this.#remove(id);
    this.#underWay.delete(id);
  }

  #set(id: string, inviter: Inviter | undefined): void {
    this.#remove(id);
    const kept = inviter ? this.#known : this.#unknown;
    kept.set(id, { inviter, until: performance.now() + RECENT_MS });
  }

  #remove(id: string): void {
    this.#known.delete(id);
    this.#unknown.delete(id);
  }
}
