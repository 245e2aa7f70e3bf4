import type { LimitWindow } from '../../storage/storage.ts';

/** Counts by name, in a bounded memory: past so many names the one seen longest ago is forgotten. */
export class CountWindows {
  /** In the order in which they were last seen. */
  readonly #byName = new Map<string, LimitWindow>();
  readonly #mostRemembered: number;

  constructor(mostRemembered: number) {
    this.#mostRemembered = mostRemembered;
  }

  /** @returns the window of a name, which is thereby the one seen last */
  recall(name: string, now: number, windowMs: number): LimitWindow {
    const last = this.#byName.get(name);
    const window = last && last.until > now ? last : { hits: 0, until: now + windowMs };
    this.#byName.delete(name);
    this.#byName.set(name, window);
    const [oldest] = this.#byName.keys();
    if (this.#byName.size > this.#mostRemembered && oldest !== undefined) {
      this.#byName.delete(oldest);
    }
    return window;
  }
}
