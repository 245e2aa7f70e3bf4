import { setTimeout as wait } from 'node:timers/promises';
import { LIVE_INTERVAL_MS } from '../../contract/analytics.ts';
import type { Analytics } from '../../storage/storage.ts';

/** A dashboard that gets each new version. */
export interface Watcher {
  /** The account's id. */
  readonly userId: string;
  /** Whether the user still has access. Checked before every message. */
  isAllowed(): Promise<boolean>;
  tell(version: string): void;
  end(): void;
}

/**
 * Reads the version of the figures once a second, however many dashboards follow it, and not at all if none does.
 */
export class LiveVersion {
  readonly #analytics: Analytics;
  readonly #watchers = new Set<Watcher>();
  #isReading = false;

  constructor(analytics: Analytics) {
    this.#analytics = analytics;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  watchersOf(userId: string): number {
    return this.#watchers.values().reduce((n, watcher) => n + Number(watcher.userId === userId), 0);
  }

  add(watcher: Watcher): void {
    this.#watchers.add(watcher);
    if (!this.#isReading) void this.#read();
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
  }

  end(): void {
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#watchers.size > 0) {
      await this.#tellAll();
      await wait(LIVE_INTERVAL_MS, undefined, { ref: false });
    }
    this.#isReading = false;
  }

  async #tellAll(): Promise<void> {
    try {
      const version = await this.#analytics.version();
      for (const watcher of this.#watchers) {
        if (await watcher.isAllowed()) watcher.tell(version);
        else this.#dismiss(watcher);
      }
    } catch {
      // The database is unavailable, so access cannot be checked either.
      this.end();
    }
  }

  #dismiss(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    watcher.end();
  }
}
