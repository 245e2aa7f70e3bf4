import { LruMap } from 'toad-cache';
import type { Inviter } from '../storage.ts';

/** So long another program's change may stay unseen here. */
const RECENT_MS = 1_000;
/** So long a profile stands in for one that cannot be read. Nobody who was erased is shown for longer. */
const STALE_MS = 3_600_000;
const MAX_KNOWN = 10_000;
/** Ids of nobody, which anybody can make up. */
const MAX_UNKNOWN = 1_000;

interface Recent {
  /** Undefined where there was nobody of that id. */
  inviter: Inviter | undefined;
  /** On the clock of `performance`. */
  until: number;
}

/**
 * The inviters that were asked for just now, so that a link that spreads is read once a second and shown
 * while the database is away.
 */
export class RecentInviters {
  readonly #known = new LruMap<Recent>(MAX_KNOWN);
  /** Apart, so that made-up ids never take the place of somebody who is known. */
  readonly #unknown = new LruMap<Recent>(MAX_UNKNOWN);
  /** Of each id that the database is being asked for; another object once it was forgotten meanwhile. */
  readonly #underWay = new Map<string, { reads: number }>();

  get(id: string): Recent | undefined {
    const recent = this.#known.get(id) ?? this.#unknown.get(id);
    return recent && recent.until > performance.now() ? recent : undefined;
  }

  /** Whoever was of that id when the database was last asked. */
  getLast(id: string): Inviter | undefined {
    const last = this.#known.get(id);
    return last && last.until + STALE_MS > performance.now() ? last.inviter : undefined;
  }

  /**
   * Asks the database, and remembers what it says. Not where the id was forgotten meanwhile: the answer may be
   * from before the change.
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
