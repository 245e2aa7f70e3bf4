import { defineConfig } from '@playwright/test';
import { findChromium } from './browser-tests/find-chromium.ts';
import type { Options } from './browser-tests/site.ts';

// biome-ignore lint/style/noDefaultExport: Playwright reads its settings from the default export
export default defineConfig<Options>({
  testDir: 'browser-tests',
  forbidOnly: true,
  // Four, also on a machine with two processors, because many tests wait most of the time.
  workers: 4,
  // A test that fails once, for example because the machine is busy, is listed as flaky at the end.
  retries: 1,
  reporter: [['list'], ['./browser-tests/say-missing-browsers.ts']],
  // On a slow or busy machine a test takes several times longer. It must not fail because of that.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    // Drawing animations needs a tenth of the processor time. Tests of movement turn them on.
    reducedMotion: 'reduce',
    // A phone, which most visitors use. Drawing takes a quarter of the browser's processor time, and a window of the
    // default size has three times as many pixels. Tests of layout set further sizes.
    viewport: { width: 390, height: 740 },
    launchOptions: await findChromium(),
  },
  projects: [
    // First, because it is slow, and in one worker, because each worker starts a PostgreSQL server.
    { name: 'chromium on PostgreSQL', grep: /@main/, use: { engine: 'PostgreSQL' }, workers: 1 },
    { name: 'chromium' },
  ],
});
