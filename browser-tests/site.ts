import { DatabaseSync } from 'node:sqlite';
import { test as base, expect } from '@playwright/test';
import { startServer } from '../server/testing/server-process.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';

export interface Site {
  readonly url: string;
  readonly databaseFile: string;
  /** What the server keeps, opened beside it. */
  readonly storage: Storage;
  /** How often an address stands on the waitlist of the real database. */
  countOnWaitlist(email: string): number;
}

interface Watch {
  /** Takes a complaint of the browser as part of what the test provokes. */
  expectComplaint(pattern: RegExp): void;
}

/**
 * Every test runs against the real server on a database of its own, and fails when the browser
 * complains about anything (errors, warnings, violations of the policy) or asks a third party.
 */
export const test = base.extend<{ watch: Watch }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what is needed
    async ({}, use) => {
      const server = await startServer({ env: { RATE_LIMITS: 'off' } });
      const storage = await openStorage(`file:${server.databaseFile}`, 'visitor');
      await use({
        url: server.url,
        databaseFile: server.databaseFile,
        storage,
        countOnWaitlist: (email) => countOnWaitlist(server.databaseFile, email),
      });
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

function countOnWaitlist(databaseFile: string, email: string): number {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  const row = database.prepare('SELECT count(*) AS n FROM waitlist WHERE email = ?').get(email);
  database.close();
  return Number(row?.['n']);
}
