import { after, before } from 'node:test';
import { createApp } from '../server/app.ts';
import type { AppParts, FastifyApp } from '../server/app-parts.ts';
import { type Build, readBuild } from '../server/pages/build.ts';
import { readSettings } from '../server/settings/read-settings.ts';
import { createTestDatabase, openTestStorage } from './databases/test-databases.ts';
import type { TestDatabase } from './databases/test-engine.ts';

/** The whole app with the real build and a new database, and its parts. */
export interface TestApp extends AppParts {
  readonly app: FastifyApp;
  readonly build: Build;
  readonly databaseUrl: string;
  /** Its log, one JSON object per line. */
  readonly lines: string[];
  /** Accepts connections on a free port of this machine. */
  listen(): Promise<{ origin: string; port: number }>;
  /** A second close does nothing. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export const TEST_NOW = Date.UTC(2025, 5, 14, 12);
export const TEST_PUBLIC_URL = 'https://impromptu.example';
/** The key with which the mobile app's back end may call the site. */
export const TEST_KEY = 'a-key-of-the-back-end-for-the-tests';
export const TEST_MAIL_KEY = 'a-password-of-the-mail-provider-here';
/** The header Authorization with which the mail provider may call the site. */
export const OF_MAIL_PROVIDER = `Basic ${btoa(`any:${TEST_MAIL_KEY}`)}`;

let built: Promise<Build> | undefined;

/**
 * @param changes replace the usual parts, which are those of a site on https, without limits, at noon of June 14, 2025
 * @param given an empty database, for a test of one engine
 * @param open opens the database; by default with long time limits
 */
export async function createTestApp(
  changes: Partial<AppParts> = {},
  given?: TestDatabase,
  open = openTestStorage,
): Promise<TestApp> {
  built ??= readBuild();
  const build = await built;
  const database = given ?? (await createTestDatabase());
  const storage = await open(database.url);
  const clock = changes.clock ?? (() => TEST_NOW);
  const lines: string[] = [];
  const parts: AppParts = {
    ...readSettings({}),
    origin: TEST_PUBLIC_URL,
    https: true,
    appApiKeys: [TEST_KEY],
    webhookKeys: [TEST_MAIL_KEY],
    rateLimits: false,
    ownMachine: false,
    storage,
    clock,
    log: { write: (line) => lines.push(line) },
    ...changes,
  };
  const app = await createApp(parts, build);
  return {
    ...parts,
    app,
    build,
    lines,
    databaseUrl: database.url,
    async listen() {
      const origin = await app.listen({ host: '127.0.0.1', port: 0 });
      return { origin, port: Number(new URL(origin).port) };
    },
    async close() {
      await app.close();
      await storage.close();
      await database.remove();
    },
    async [Symbol.asyncDispose](this: TestApp) {
      await this.close();
    },
  };
}

/** Starts a site for the suite that calls this function. The suite's hooks and tests can use it. */
export function siteForSuite<Site extends TestApp>(create: () => Promise<Site>): Site {
  const site = {} as Site;
  before(async () => {
    Object.assign(site, await create());
  });
  after(() => site.close());
  return site;
}
