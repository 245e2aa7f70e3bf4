import { openStorage } from '../../storage/open.ts';
import { createSqliteDatabase } from '../../storage/test-databases.ts';
import { type App, type AppParts, createApp } from '../app.ts';
import { BUILD, openSite } from '../site.ts';

/** The whole app on the real build and a fresh database, and all that it was made of. */
export interface TestApp extends AppParts {
  readonly app: App;
  readonly databaseFile: string;
  /** What it logged, one JSON object a line. */
  readonly lines: string[];
  close(): Promise<void>;
}

export const TEST_NOW = Date.UTC(2025, 5, 14, 12);
export const TEST_PUBLIC_URL = 'https://impromptu.example';
/** The app's back end shows it. */
export const TEST_KEY = 'a-key-of-the-back-end-for-the-tests';

/** Opened once for all tests of a file: compressing every page takes longer than most of them. */
const siteAtNoon = openSite(BUILD, TEST_PUBLIC_URL, () => TEST_NOW);

/** @param changes what differs from a site on https, without limits, at noon of June 14, 2025 */
export async function createTestApp(changes: Partial<AppParts> = {}): Promise<TestApp> {
  const database = await createSqliteDatabase();
  const storage = await openStorage(database.url, 'server');
  const clock = changes.clock ?? (() => TEST_NOW);
  const lines: string[] = [];
  const parts: AppParts = {
    storage,
    site: await (changes.clock || changes.profileImageHosts
      ? openSite(BUILD, TEST_PUBLIC_URL, clock, changes.profileImageHosts)
      : siteAtNoon),
    clock,
    https: true,
    trustedProxies: undefined,
    appApiKeys: [TEST_KEY],
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
    databaseFile: database.file,
    async close() {
      await app.close();
      await storage.close();
      await database.remove();
    },
  };
}
