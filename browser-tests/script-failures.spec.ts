import { expect, type Route } from '@playwright/test';
import { ANALYTICS_PATH, listedScreens } from '../contract/screens.ts';
import { waitlistToasts } from '../web/design/waitlist-texts.ts';
import { newInviter } from './invites.ts';
import { test as mailTest, newSignUp } from './mail-site.ts';
import { type Site, stopClock, test } from './site.ts';
import { beginIntercepting, countOnWaitlist, hold, newEmail, waitlistOf } from './waitlist.ts';

const PAGE_SCRIPT = /\/assets\/(analytics|home|invite|waitlist)-/;

/** How a script does not arrive. */
const failures = {
  'is aborted': (route: Route) => route.abort(),
  'is missing after a deploy': (route: Route) => route.fulfill({ status: 404 }),
  'ends in the middle': async (route: Route) => {
    const response = await route.fetch();
    const whole = await response.text();
    await route.fulfill({ response, body: whole.slice(0, whole.length / 2) });
  },
  'never arrives': async () => {},
} satisfies Record<string, (route: Route) => Promise<void>>;
const COMPLAINTS = /ERR_FAILED|status of 404|SyntaxError|Unexpected/;

for (const [how, fail] of Object.entries(failures)) {
  test(`if the script ${how}, the form is sent once as without JavaScript, when it was pressed before or after`, async ({
    page,
    site,
    watch,
  }) => {
    watch.allowComplaint(COMPLAINTS);
    await stopClock(page);
    const { field, button } = waitlistOf(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    const heading = page.getByRole('heading', { name: waitlistToasts.joined('').title });
    for (const isEarly of [true, false]) {
      const email = newEmail();
      const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
      await page.route(PAGE_SCRIPT, async (route) => {
        await pressed;
        await fail(route);
      });
      await page.goto(listedScreens.home, { waitUntil: 'commit' });
      await expect(page.locator('html')).toHaveAttribute('data-fonts', '');
      await field.fill(email);
      if (isEarly) {
        await button.click();
        await page.clock.runFor(7_999);
        await expect(page).toHaveURL(listedScreens.home);
        press();
        if (how === 'never arrives') await page.clock.runFor(1);
      } else {
        press();
        await page.clock.runFor(15_000);
        await button.click();
      }
      await expect(heading).toBeVisible();
      expect(await countOnWaitlist(site, email)).toBe(1);
      await page.unroute(PAGE_SCRIPT);
    }
    expect(sent).toEqual([listedScreens.home, listedScreens.home]);
  });
}

interface Sites {
  readonly mail: Parameters<typeof newSignUp>[0];
  readonly site: Site;
}

const pages = {
  'the page of a letter': async ({ mail }: Sites) => (await newSignUp(mail)).open,
  'an invite': async ({ site }: Sites) => (await newInviter(site)).link,
  'the dashboard': async () => ANALYTICS_PATH,
};

mailTest(
  'if inline scripts are blocked, pages that need a script say so',
  async ({ page, mail, site, watch }) => {
    watch.allowComplaint(/Content Security Policy/);
    await page.route(/\/(waitlist|analytics)(#|$)/, async (route) => {
      const response = await route.fetch();
      const policy = "script-src 'self'";
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': policy },
      });
    });
    for (const name of ['the page of a letter', 'the dashboard'] as const) {
      await page.goto('about:blank');
      await page.goto(await pages[name]({ mail, site }));
      const trouble = page.getByText(/could not be loaded.*older than 2023/);
      await expect(trouble).toBeHidden();
      await page.evaluate(() => {
        for (const waiting of document.getAnimations()) waiting.finish();
      });
      await expect(trouble).toBeVisible();
    }
  },
);

for (const [name, pathOf] of Object.entries(pages)) {
  mailTest(
    `without its script ${name} says that it could not be loaded`,
    async ({ page, mail, site, watch }) => {
      watch.allowComplaint(COMPLAINTS);
      await stopClock(page);
      const alert = page
        .getByRole('alert')
        .filter({ hasText: /could not be loaded.*older than 2023/ });
      const waiting = page.getByText(
        /Checking authentication|Loading invite|looking for your window/,
      );
      const path = await pathOf({ mail, site });
      await beginIntercepting(page);
      // All pages load their script in the same way, so the form above shows the other failures.
      await page.route(PAGE_SCRIPT, failures['is aborted']);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('html')).toHaveAttribute('data-fonts', '');
      await expect(alert).toBeVisible();
      await expect(waiting).toBeHidden();
      await page.unroute(PAGE_SCRIPT);
      const arrive = await hold(page, PAGE_SCRIPT);
      await page.reload({ waitUntil: 'commit' });
      await expect(page.locator('html')).toHaveAttribute('data-fonts', '');
      await page.clock.runFor(14_999);
      await expect(waiting).toBeVisible();
      await page.clock.runFor(1);
      await expect(alert).toBeVisible();
      arrive();
      await expect(alert).toBeHidden();
    },
  );
}
