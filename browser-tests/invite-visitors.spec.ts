import { expect } from '@playwright/test';
import { INVITE_PATH } from '../contract/screens.ts';
import { platformsNote } from '../web/design/offer-texts.ts';
import { ANDROID_AGENT, DESKTOP_AGENT, inviteOf, newInviter, watchRequests } from './invites.ts';
import { test } from './site.ts';
import { waitlistOf } from './waitlist.ts';

const others = [`${INVITE_PATH}?plan=p`, INVITE_PATH];

test.describe('with Android', () => {
  test.use({ userAgent: ANDROID_AGENT, viewport: { width: 360, height: 740 } });

  test('every kind of invite names the platforms; its first link leads to the waitlist, the quieter second to the beta', async ({
    page,
    site,
  }) => {
    const { id, link } = await newInviter(site, { id: 'a b&c/é' });
    const waitlist = page.getByRole('link', { name: 'Join the waitlist', exact: true });
    for (const path of [link, ...others]) {
      await page.goto(path);
      await expect(
        page.getByText(platformsNote({ ios: 'beta', android: 'soon' }), { exact: true }),
      ).toBeVisible();
      const links = page.locator('.invitation-actions, .static-actions').locator('a:visible');
      // The first link, because the beta does not run on Android.
      await expect(links.first()).toHaveText('Join the waitlist');
      if (path === link) {
        await expect(waitlist).toHaveAttribute(
          'href',
          `/?${new URLSearchParams({ ref: id })}#email`,
        );
        await expect(waitlist).toBeInViewport({ ratio: 1 });
        await expect(inviteOf(page).get).toBeInViewport({ ratio: 1 });
        const [beta, other] = [inviteOf(page).get, waitlist].map((one) => one.boundingBox());
        const heights = [(await other)?.height, (await beta)?.height];
        expect(heights[0]).toBeGreaterThan(heights[1] ?? Number.NaN);
        await expect(inviteOf(page).get).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      }
      await waitlist.click();
      await expect(waitlistOf(page).field).toBeFocused();
    }
  });
});

test('if the browser lacks what fits a name into its space, an invite can still be used', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(/ResizeObserver is not defined/);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'ResizeObserver'));
  await page.goto((await newInviter(site)).link);
  const { heading, get, loading } = inviteOf(page);
  await expect(heading('Mia')).toBeVisible();
  await expect(get).toBeVisible();
  await expect(loading).toBeHidden();
});

const hostileNames = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '"><svg/onload=alert(1)>',
  "';alert(1)//",
  '</bdi></h2><h1>Oops!</h1>',
  '{{year}}{{publicUrl}}',
  '`;alert(1)//',
  '$& $1 $`',
  '&lt;b&gt;&amp;',
  '\u202Eevil\u202C',
  'javascript:alert(1)',
];

test.describe('a hostile name', () => {
  test.use({ userAgent: DESKTOP_AGENT });

  test('is shown unchanged', async ({ page, site }) => {
    page.on('dialog', (dialog) => {
      throw new Error(`The name was run as a script: ${dialog.message()}`);
    });
    const sent = watchRequests(page);
    for (const [index, firstName] of hostileNames.entries()) {
      const { link, id } = await newInviter(site, { firstName });
      await page.goto(link);
      await expect(page.locator('.name'), firstName).toHaveText(firstName);
      // The page puts each word into a span. Any other element would mean that the name was read as HTML.
      await expect(page.locator('.name > :not(span), .name > span > *'), firstName).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }), firstName).toHaveCount(1);
      expect(sent().events).toHaveLength(index + 1);
      // The server writes the name into the home page, always in the same way.
      if (!/^[<{$]/.test(firstName)) continue;
      await page.goto(`/?ref=${id}`);
      await expect(page.locator('.invited bdi'), firstName).toHaveText(firstName);
      await expect(page.locator('.invited bdi > *'), firstName).toHaveCount(0);
    }
  });
});
