import { defineConfig } from '@playwright/test';
import { findChromium } from './browser-tests/find-chromium.ts';

// biome-ignore lint/style/noDefaultExport: Playwright reads its settings from the default export
export default defineConfig({
  testDir: 'browser-tests',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  reporter: 'list',
  timeout: 20_000,
  expect: { timeout: 5_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    launchOptions: await findChromium(),
  },
});
