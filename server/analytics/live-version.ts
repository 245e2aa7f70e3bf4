import { setTimeout as wait } from 'node:timers/promises';
import { LIVE_INTERVAL_MS } from '../../contract/analytics.ts';
import type { AppParts } from '../app-parts.ts';
import { versionAt } from './analytics-calls.ts';

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
  readonly #parts: Pick<AppParts, 'storage' | 'clock'>;
  readonly #watchers = new Set<Watcher>();
  #isReading = false;
  #isClosed = false;

  constructor(parts: Pick<AppParts, 'storage' | 'clock'>) {
    this.#parts = parts;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  watchersOf(userId: string): number {
    return this.#watchers.values().reduce((n, watcher) => n + Number(watcher.userId === userId), 0);
  }

  async current(): Promise<string> {
    const { storage, clock } = this.#parts;
    return versionAt(clock(), await storage.analytics.version());
  }

  add(watcher: Watcher): void {
    if (this.#isClosed) {
      watcher.end();
      return;
    }
    this.#watchers.add(watcher);
    if (!this.#isReading) void this.#read();
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
  }

  /** Ends all streams, and each stream that is added later: during a stop, open connections still send requests. */
  close(): void {
    this.#isClosed = true;
    this.#endAll();
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
      const version = await this.current();
      for (const watcher of this.#watchers) {
        const isAllowed = await watcher.isAllowed();
        // The stream may have ended during the check.
        if (!this.#watchers.has(watcher)) continue;
        if (isAllowed) watcher.send(version);
        else this.#end(watcher);
      }
    } catch {
      // The database is unavailable, so the access of the admins cannot be checked: end all streams.
      this.#endAll();
    }
  }

  #endAll(): void {
    for (const watcher of this.#watchers) this.#end(watcher);
  }

  #end(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    watcher.end();
  }
}
