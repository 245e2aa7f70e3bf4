import { test as base, expect } from '@playwright/test';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { startServer } from '../testing/server-process.ts';

export interface Site {
  readonly url: string;
  readonly databaseUrl: string;
  /** What the server keeps, opened beside it. */
  readonly storage: Storage;
}

/** What a project of playwright.config.ts may choose. */
export interface Options {
  /** Where the server keeps what it keeps. */
  engine: string;
  /** Whether the server limits how often one address may ask. */
  limits: 'on' | 'off';
}

interface Watch {
  /** Takes a complaint of the browser as part of what the test provokes. */
  expectComplaint(pattern: RegExp): void;
}

/**
 * Every test runs against the real server on a database of its own, and fails when the browser
 * complains about anything (errors, warnings, violations of the policy) or asks a third party.
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
