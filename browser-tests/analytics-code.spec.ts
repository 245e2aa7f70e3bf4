import { expect } from '@playwright/test';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { analyticsScreen, test } from './analytics-site.ts';
import { stopClock } from './site.ts';

for (const [failures, what] of [
  [1, 'once, the page tries again and shows the dashboard'],
  [2, 'twice, the page says to reload it'],
] as const) {
  test(`if loading the script of the dashboard fails ${what}`, async ({
    page,
    watch,
    admin: _,
  }) => {
    watch.allowComplaint(/ERR_FAILED|did not arrive in time/);
    const { alert, rows } = analyticsScreen(page);
    let requests = 0;
    await page.route('**/assets/dashboard-*', (route) => {
      requests++;
      if (requests > failures) return route.continue();
      // The second request is never answered.
      return requests === 1 ? route.abort() : undefined;
    });
    if (failures === 2) await stopClock(page);
    await page.goto(ANALYTICS_PATH);
    if (failures === 2) {
      await expect.poll(() => requests).toBe(2);
      await page.clock.runFor(15_000);
      await expect(alert).toContainText('could not be loaded');
      await page.clock.resume();
      await page.reload();
    }
    await rows.first().waitFor();
    expect(requests).toBe(failures + 1);
  });
}
