import { LruMap } from 'toad-cache';
import type { LimitWindow } from '../../storage/interface/operation.ts';

/** Counts per name and time window, in bounded memory: above the maximum, the least recently used name is removed. */
export class CountWindows {
  readonly #byName: LruMap<LimitWindow>;

  constructor(mostRemembered: number) {
    this.#byName = new LruMap(mostRemembered);
  }

  /**
   * Marks the name as used. If the stored window ends later than a new window would end, the clock was set back. Then a
   * new window replaces the stored window.
   *
   * @returns the current window of the name; the caller adds to its `hits`
   */
  recall(name: string, now: number, windowMs: number): LimitWindow {
    const last = this.#byName.get(name);
    if (last && last.until > now && last.until <= now + windowMs) return last;
    const window = { hits: 0, until: now + windowMs };
    this.#byName.set(name, window);
    return window;
  }
}
