import { test as base, expect } from '@playwright/test';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { startServer } from '../testing/server-process.ts';

export interface Site {
  readonly url: string;
  readonly databaseUrl: string;
  /** A second connection to the server's database. */
  readonly storage: Storage;
}

/** Options that a project of playwright.config.ts can set. */
export interface Options {
  /** The database engine. */
  engine: string;
  /** Whether the server's rate limits are on. */
  limits: 'on' | 'off';
}

interface Watch {
  /** Allows console messages and requests that match, because the test causes them on purpose. */
  expectComplaint(pattern: RegExp): void;
}

/**
 * Every test runs against the real server on a separate database. It fails when the browser logs an
 * error, a warning or a violation of the policy, or sends a request to a third party.
 */
export const test = base.extend<{ watch: Watch }, Options & { site: Site }>({
  engine: ['SQLite', { option: true, scope: 'worker' }],
  limits: ['off', { option: true, scope: 'worker' }],

  site: [
    async ({ engine, limits }, use) => {
      const server = await startServer({ engine, env: { RATE_LIMITS: limits } });
      const storage = await openStorage(server.databaseUrl, 'command');
      await use({ url: server.url, databaseUrl: server.databaseUrl, storage });
      await storage.close();
      await server.stop();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ site }, use) => use(site.url),

  watch: [
    async ({ context, site }, use) => {
      const complaints: string[] = [];
      const expected: RegExp[] = [];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('request', (request) => {
        if (!request.url().startsWith(`${site.url}/`)) {
          complaints.push(`Request to a third party: ${request.url()}`);
        }
      });
      await use({ expectComplaint: (pattern) => expected.push(pattern) });
      const unexpected = complaints.filter((text) => !expected.some((known) => known.test(text)));
      expect(unexpected, 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
});
