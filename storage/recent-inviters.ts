import type { Inviter } from './storage.ts';

/** So long another program's change may stay unseen here. */
const RECENT_MS = 1_000;
const MAX_RECENT = 10_000;

interface Recent {
  /** Undefined where there was nobody of that id. */
  inviter: Inviter | undefined;
  /** On the clock of `performance`. */
  until: number;
}

/** The inviters that were asked for just now, so that a link that spreads is read once a second. */
export class RecentInviters {
  readonly #byId = new Map<string, Recent>();

  get(id: string): Recent | undefined {
    const recent = this.#byId.get(id);
    return recent && recent.until > performance.now() ? recent : undefined;
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
