import { globalSetup, globalTeardown } from '../testing/databases/test-server.ts';

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function startDatabase(): Promise<() => Promise<void>> {
  await globalSetup();
  return globalTeardown;
}
