import { setTimeout as wait } from 'node:timers/promises';
import { LIVE_INTERVAL_MS } from '../../contract/analytics.ts';
import type { Analytics } from '../../storage/interface/analytics.ts';

/** The live stream of one dashboard, which gets each new version. */
export interface Watcher {
  /** The id of the admin's account. */
  readonly userId: string;
  /** Whether the user still has access. Checked before every message. */
  isAllowed(): Promise<boolean>;
  send(version: string): void;
  end(): void;
}

/**
 * While a dashboard is open, reads the version of the figures from the database once a second, for all dashboards
 * together.
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
      await this.#sendToAll();
      await wait(LIVE_INTERVAL_MS, undefined, { ref: false });
    }
    this.#isReading = false;
  }

  async #sendToAll(): Promise<void> {
    try {
      const version = await this.#analytics.version();
      for (const watcher of this.#watchers) {
        if (await watcher.isAllowed()) watcher.send(version);
        else this.#end(watcher);
      }
    } catch {
      // The database is unavailable, so the access of the admins cannot be checked: end all streams.
      this.end();
    }
  }

  #end(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    watcher.end();
  }
}
