import { LruMap } from 'toad-cache';
import type { LimitWindow } from '../../storage/interface/operation.ts';

/** Counts per name and time window, in bounded memory: above the maximum, the least recently used name is removed. */
export class CountWindows {
  readonly #byName: LruMap<LimitWindow>;

  constructor(mostRemembered: number) {
    this.#byName = new LruMap(mostRemembered);
  }

  /**
   * Marks the name as used.
   *
   * @returns the current window of the name, to whose `hits` the caller adds
   */
  recall(name: string, now: number, windowMs: number): LimitWindow {
    const last = this.find(name, now, windowMs);
    if (last) return last;
    const window = { hits: 0, until: now + windowMs };
    this.#byName.set(name, window);
    return window;
  }

  /**
   * Marks the name as used, but adds no window. A window that ends later than a new window would end is ignored: the
   * clock was set back.
   *
   * @returns the current window of the name, if it has one
   */
  find(name: string, now: number, windowMs: number): LimitWindow | undefined {
    const last = this.#byName.get(name);
    return last && last.until > now && last.until <= now + windowMs ? last : undefined;
  }
}
