import type { Inviter } from './storage.ts';

/** So long another program's change may stay unseen here. */
const RECENT_MS = 1_000;
/** So long a profile stands in for one that cannot be read. Nobody who was erased is shown for longer. */
const STALE_MS = 3_600_000;
const MAX_RECENT = 10_000;

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
  readonly #byId = new Map<string, Recent>();

  get(id: string): Recent | undefined {
    const recent = this.#byId.get(id);
    return recent && recent.until > performance.now() ? recent : undefined;
  }

  /** Whoever was of that id when the database was last asked. */
  getLast(id: string): Inviter | undefined {
    const last = this.#byId.get(id);
    return last && last.until + STALE_MS > performance.now() ? last.inviter : undefined;
  }

  set(id: string, inviter: Inviter | undefined): void {
    this.#byId.delete(id);
    this.#byId.set(id, { inviter, until: performance.now() + RECENT_MS });
    if (this.#byId.size <= MAX_RECENT) return;
    const [oldest] = this.#byId.keys();
    if (oldest !== undefined) this.#byId.delete(oldest);
  }

  forget(id: string): void {
    this.#byId.delete(id);
  }
}
