import { expect, type Page } from '@playwright/test';
import { inviteLink } from '../contract/screens.ts';
import { tooManyRequests } from '../web/design/screen-texts.ts';
import { invalidInvite } from '../web/screens/invite/invite-texts.ts';
import { DESKTOP_AGENT, inviteOf, newInviter, PROFILE } from './invites.ts';
import { test } from './site.ts';

test.use({ userAgent: DESKTOP_AGENT });

async function expectInvalidInvite(page: Page): Promise<void> {
  const { oops, title, loading, get } = inviteOf(page);
  await expect(oops).toBeVisible();
  await expect(page.getByText(invalidInvite.message, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: invalidInvite.home })).toHaveAttribute(
    'href',
    /^\/(\?ref=[\w-]+)?$/,
  );
  for (const gone of [title, loading, get]) await expect(gone).toBeHidden();
  await expect(page).toHaveTitle(invalidInvite.message);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

test('a link with an unknown or impossible id is invalid', async ({ page, watch }) => {
  watch.allowComplaint(/status of 4\d\d/);
  for (const id of ['nobody-of-this-name', '.', '..', '%', 'x'.repeat(2_000)]) {
    await page.goto(inviteLink(id));
    await expectInvalidInvite(page);
    await expect(inviteOf(page).tryAgain).toHaveCount(0);
  }
});

// `invite-state.test.ts` tests further answers, and `boot-script.test.ts` the limit of 15 seconds.
test('after an answer without a profile, or without an answer, the page says so, and the invite can be tried again', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of (429|503)|ERR_INTERNET_DISCONNECTED/);
  const { link } = await newInviter(site);
  const { limited, title, oops, tryAgain, get } = inviteOf(page);
  for (const answer of [
    { status: 429, json: { error: 'Later.' } },
    { status: 503, json: { error: 'No.' } },
    { status: 200, body: '<p>Log in to Wi-Fi</p>', contentType: 'text/html' },
    undefined,
  ]) {
    await page.route(PROFILE, (route) =>
      answer ? route.fulfill(answer) : route.abort('internetdisconnected'),
    );
    await page.goto(link);
    if (answer?.status === 429) {
      await expect(limited).toBeVisible();
      await expect(page.getByText(tooManyRequests.message, { exact: true })).toBeVisible();
      for (const hidden of [title, oops]) await expect(hidden).toBeHidden();
      await expect(page).toHaveTitle(tooManyRequests.title);
    } else await expectInvalidInvite(page);
    await page.unroute(PROFILE);
    await tryAgain.click();
    await expect(get).toBeVisible();
  }
});
