import { openStorage } from '../../storage/open.ts';
import { createTestDatabase, type TestDatabase } from '../../storage/testing/test-databases.ts';
import { type App, type AppParts, createApp } from '../app.ts';
import { BUILD, openSite } from '../site.ts';

/** The whole app on the real build and a fresh database, and all that it was made of. */
export interface TestApp extends AppParts {
  readonly app: App;
  readonly databaseUrl: string;
  /** What it logged, one JSON object a line. */
  readonly lines: string[];
  close(): Promise<void>;
}

export const TEST_NOW = Date.UTC(2025, 5, 14, 12);
export const TEST_PUBLIC_URL = 'https://impromptu.example';
/** The app's back end shows it. */
export const TEST_KEY = 'a-key-of-the-back-end-for-the-tests';

/**
 * @param changes what differs from a site on https, without limits, at noon of June 14, 2025
 * @param given an empty database, for a test that is about one engine
 */
export async function createTestApp(
  changes: Partial<AppParts> = {},
  given?: TestDatabase,
): Promise<TestApp> {
  const database = given ?? (await createTestDatabase());
  const storage = await openStorage(database.url, 'server');
  const clock = changes.clock ?? (() => TEST_NOW);
  const lines: string[] = [];
  const parts: AppParts = {
    storage,
    site: await openSite(BUILD, TEST_PUBLIC_URL, clock, changes.profileImageHosts),
    clock,
    https: true,
    trustedProxies: undefined,
    appApiKeys: [TEST_KEY],
    metricsTokens: [],
    profileImageHosts: undefined,
    rateLimits: false,
    identity: {
      provider: 'embedded',
      sms: undefined,
      recipients: 'anyone',
      budget: { perHour: 30, perDay: 100 },
    },
    log: { write: (line) => lines.push(line) },
    ...changes,
  };
  const app = await createApp(parts);
  return {
    ...parts,
    app,
    lines,
    databaseUrl: database.url,
    async close() {
      await app.close();
      await storage.close();
      await database.remove();
    },
  };
}
