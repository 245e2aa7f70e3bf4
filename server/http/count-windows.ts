import { LruMap } from 'toad-cache';
import type { LimitWindow } from '../../storage/storage.ts';

/** Counts by name, in bounded memory: above the maximum, the name seen least recently is forgotten. */
export class CountWindows {
  readonly #byName: LruMap<LimitWindow>;

  constructor(mostRemembered: number) {
    this.#byName = new LruMap(mostRemembered);
  }

  /** @returns the window of a name, and marks it as just seen */
  recall(name: string, now: number, windowMs: number): LimitWindow {
    const last = this.#byName.get(name);
    if (last && last.until > now) return last;
    const window = { hits: 0, until: now + windowMs };
    this.#byName.set(name, window);
    return window;
  }
}
