// Long because it goes through the states of every screen that a script changes.
import { expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { signInErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH, INVITE_PATH, inviteLink, listedScreens } from '../contract/screens.ts';
import { LOOK_FOR_LETTER, waitlistToasts, waitlistTroubles } from '../web/design/waitlist-texts.ts';
import { dashboardTexts } from '../web/screens/analytics/dashboard/dashboard-texts.ts';
import { signInTexts } from '../web/screens/analytics/sign-in-texts.ts';
import { standingTexts } from '../web/screens/mail-link/standing-texts.ts';
import { analyticsScreen, test as analyticsTest } from './analytics-site.ts';
import { inviteOf, newInviter, PROFILE } from './invites.ts';
import { newSignUp, standingOf, test } from './mail-site.ts';
import { stopClock } from './page-clock.ts';
import { beginIntercepting, hold, newEmail, textOf, waitlistOf } from './waitlist.ts';

const { asked, confirmed, expired, left, leaveLink, troubles, unanswered } = standingTexts;
const { table, notCounted } = dashboardTexts;

for (const isEarly of [true, false]) {
  test(`a page that is translated ${isEarly ? 'before' : 'after'} its script arrives takes a sign-up`, async ({
    page,
    watch,
  }) => {
    watch.allowComplaint(/status of 500|ERR_FAILED/);
    const { field, button, toasts } = waitlistOf(page);
    await stopClock(page);
    await beginIntercepting(page);
    if (isEarly) await translate(page);
    await page.goto(listedScreens.home);
    await field.focus();
    await page.waitForResponse('**/assets/toasts-*');
    if (!isEarly) await translate(page);
    const email = newEmail();
    for (const [text, sentence] of [
      ['', waitlistTroubles.missing],
      ['ada', waitlistTroubles.withoutAt],
      ['ada@example', waitlistTroubles.unreachable],
    ] as const) {
      await field.fill(text);
      await field.press('Enter');
      await expect(toasts).toHaveText([textOf(waitlistToasts.invalidEmail)]);
      await expect(field).toHaveAccessibleDescription(sentence);
    }
    await page.route(
      `**${calls.joinWaitlist.path}`,
      (route) => route.fulfill({ status: 500, json: { error: 'Broken.' } }),
      { times: 1 },
    );
    await field.fill(email);
    await field.press('Enter');
    await expect(page.getByText('Broken.')).toBeVisible();
    const answer = await hold(page, `**${calls.joinWaitlist.path}`);
    await field.press('Enter');
    await expect(button).toHaveText('Joining...');
    answer();
    await expect(button).toHaveText('Joined');
    await expect(toasts).toHaveText([textOf(waitlistToasts.joined(brand.product))]);
    await expect(page.getByText('Your seat is saved.')).toBeAttached();
    await page.clock.runFor(60_000);
    await page.reload();
    await expect(page.getByText(LOOK_FOR_LETTER)).toBeAttached();
    // Without the toasts' script the message is a text of the page.
    await page.route('**/assets/toasts-*', (route) => route.abort());
    await page.reload();
    await field.fill('ada');
    await field.press('Enter');
    await expect(page.getByRole('alert')).toContainText(waitlistToasts.invalidEmail.description);
    await field.fill(email);
    await field.press('Enter');
    await expect(button).toHaveText('Joined');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('the page of a letter, translated, shows each step', async ({ page, mail, watch }) => {
  watch.allowComplaint(/status of 4\d\d|ERR_FAILED/);
  await translate(page);
  await beginIntercepting(page);
  const { open, leave } = await newSignUp(mail);
  const { heading, button } = standingOf(page);
  const expectStep = async (title: string, words: string) => {
    await expect(heading).toContainText(title);
    await expect(page.getByRole('main')).toContainText(words);
  };
  const fail = (path: string) =>
    page.route(`**${path}`, (route) => route.fulfill({ status: 429, json: { error: 'Later.' } }), {
      times: 1,
    });
  await fail(calls.getStanding.path);
  await page.goto(open);
  await expectStep(troubles.tooMany.title, troubles.tooMany.words);
  await button(unanswered.again).click();
  await expectStep(asked.title, asked.words);
  await fail(calls.confirmSignUp.path);
  await button(asked.confirm).click();
  await expect(page.getByRole('alert')).toHaveText(troubles.tooMany.words);
  const answer = await hold(page, `**${calls.confirmSignUp.path}`);
  await button(asked.confirm).click();
  await expect(button(asked.confirming)).toBeVisible();
  answer();
  await expect(heading).toContainText(/^You are number .*\d/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.context().grantPermissions(['clipboard-write']);
  await button(confirmed.copy).click();
  await expect(button(confirmed.copiedShort)).toBeVisible();
  await expect(page.getByText(confirmed.copied)).toBeVisible();
  await button(confirmed.leave).click();
  await expectStep(left.title, left.hint);
  await expect(button(confirmed.copiedShort)).toHaveCount(0);
  await button(left.comeBack).click();
  await expect(heading).toContainText(/^You are number .*\d/);
  await page.goto('about:blank');
  await page.goto(leave);
  await expectStep(leaveLink.title, leaveLink.words);
  await button(leaveLink.leave).click();
  await expectStep(left.title, left.byLetter);
  await page.goto('about:blank');
  await page.goto(`${open}x`);
  await expectStep(expired.title, expired.words);
});

test('each invite, translated, shows the friend or what is wrong', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of 4\d\d/);
  await translate(page);
  await beginIntercepting(page);
  const { link } = await newInviter(site, { firstName: 'Mark May' });
  const { heading, get, limited, oops, download } = inviteOf(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  const answer = await hold(page, PROFILE);
  await page.goto(link);
  await expect(inviteOf(page).loading).toBeVisible();
  answer();
  await expect(heading('Mark May')).toBeVisible();
  await expect(get).toBeVisible();
  const kept = heading('Mark May').locator('[translate="no"]');
  await expect(kept).toHaveText(['Mark May', brand.product]);
  await expect(kept.locator('font')).toHaveCount(0);
  await page.goto(inviteLink('nobody-of-this-name'));
  await expect(oops).toBeVisible();
  await page.route(PROFILE, (route) => route.fulfill({ status: 429, json: { error: 'Later.' } }));
  await page.goto(link);
  await expect(limited).toBeVisible();
  for (const query of ['', '?plan=p']) {
    await page.goto(`${INVITE_PATH}${query}`);
    await expect(download).toBeVisible();
  }
});

analyticsTest(
  'the sign-in, translated, shows each step and error',
  async ({ page, analyticsSite, adminPhone, watch }) => {
    watch.allowComplaint(/status of 40\d/);
    await translate(page);
    const { alert, phone, code } = analyticsScreen(page);
    const button = (name: string) => page.getByRole('button', { name });
    await page.goto(ANALYTICS_PATH);
    await phone.press('Enter');
    await expect(alert).toHaveText(signInErrors.noPhone);
    await phone.fill('123');
    await expect(alert).toHaveCount(0);
    await phone.press('Enter');
    await expect(alert).toHaveText(signInErrors.noCountryCode);
    await phone.fill(adminPhone);
    await phone.press('Enter');
    await expect(page.getByText(signInTexts.code.subtitle)).toBeVisible();
    await code.fill('000000');
    await code.press('Enter');
    await expect(alert).toHaveText(signInErrors.invalidCode);
    await button(signInTexts.code.back).click();
    await expect(page.getByText(signInTexts.phone.subtitle)).toBeVisible();
    await phone.fill(adminPhone);
    await button(signInTexts.phone.button).click();
    await expect(page.getByText(signInTexts.code.subtitle)).toBeVisible();
    await code.fill(await analyticsSite.codeFor(adminPhone));
    await button(signInTexts.code.button).click();
    await expect(page.getByText(dashboardTexts.live.live, { exact: true })).toBeVisible();
    await button(dashboardTexts.signOut).click();
    await expect(page.getByText(signInTexts.phone.subtitle)).toBeVisible();
  },
);

analyticsTest(
  'the dashboard, translated, shows each change',
  async ({ page, admin, analyticsSite, watch }) => {
    watch.allowComplaint(/status of 500/);
    expect(admin).toBeDefined();
    await translate(page);
    await beginIntercepting(page);
    const { alert, card, column, refresh, rows, search } = analyticsScreen(page);
    const main = page.getByRole('main');
    await page.goto(ANALYTICS_PATH);
    await expect(rows).toHaveCount(25);
    await expect(main).toContainText(notCounted.title);
    await expect(page.locator('.username font')).toHaveCount(0);
    const views = await card(dashboardTexts.cards.totalViews).innerText();
    const visit = { inviterId: 'demo-maya', eventId: undefined, at: Date.now() };
    await analyticsSite.storage.inviteEvents.visit({
      ...visit,
      action: 'page_view',
      excluded: undefined,
    });
    await expect(card(dashboardTexts.cards.totalViews)).not.toHaveText(views);
    await column('Username').getByRole('button').click();
    await expect(column('Username')).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: table.next }).click();
    await expect(page).toHaveURL(/page=2/);
    // Other tests may have added inviters.
    await expect(main.getByRole('navigation')).toContainText(/26 to \d+ of \d+/);
    await page.getByText('90 days').click();
    for (const day of [0.5, 1]) {
      const { x, y, width, height } = (await page.locator('.plot-days').boundingBox()) ?? {};
      if (!x || !y || !width || !height) throw new Error('The chart has no box.');
      await page.mouse.move(x + (width - 2) * day, y + height / 2);
      await expect(page.locator('.day-card')).toContainText(/\d/);
    }
    await expect(page.locator('.day-card')).toContainText(dashboardTexts.chart.today);
    await page.mouse.move(0, 0);
    await search.fill('nobody at all');
    await expect(page.getByText(table.noMatch('nobody at all')).nth(1)).toBeVisible();
    await page.getByRole('button', { name: table.clearSearch }).click();
    await expect(rows).toHaveCount(25);
    await page.route(`**${calls.getAnalytics.path}?*`, (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken.' } }),
    );
    await refresh.click();
    await expect(alert).toBeVisible();
    await expect(page.getByText(dashboardTexts.live.behind)).toBeVisible();
    await page.unroute(`**${calls.getAnalytics.path}?*`);
    await refresh.click();
    await expect(alert).toHaveCount(0);
    await expect(page.getByText(dashboardTexts.refreshed)).toBeAttached();
  },
);

/**
 * From now on, and in each page that opens later, replaces texts as Chrome's translation does: each text node becomes a
 * new text in two `<font>` elements. The new text ends with a zero-width space, which Playwright ignores.
 *
 * A text node of React raises an error: React would change or remove the node that is replaced here, or insert an
 * element before it. React has no node for a text that is the only child of an element.
 */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(replaceTexts);
  await page.evaluate(replaceTexts);
}

function replaceTexts(): void {
  const MARK = '\u200b';
  const KEPT = 'script, style, title, noscript, textarea, [translate="no"]';
  /** Radix inserts and removes its announcements for screen readers as a whole. */
  const ANNOUNCED = 'body > [role="status"]';

  const replace = (text: Node) => {
    const { nodeValue, parentElement } = text;
    if (!nodeValue?.trim() || nodeValue.endsWith(MARK)) return;
    if (!(parentElement instanceof HTMLElement) || parentElement.closest(KEPT)) return;
    const isOfReact = Object.keys(text).some((key) => key.startsWith('__reactFiber'));
    if (isOfReact && !parentElement.closest(ANNOUNCED)) {
      reportError(`"${nodeValue}" in ${parentElement.outerHTML} needs an element of its own.`);
    }
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    inner.textContent = `${nodeValue}${MARK}`;
    text.parentNode?.replaceChild(outer, text);
  };

  const replaceIn = (root: Node) => {
    const iterator = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    for (let text = iterator.nextNode(); text; text = iterator.nextNode()) texts.push(text);
    texts.forEach(replace);
  };

  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) replace(target);
      addedNodes.forEach(replaceIn);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
  replaceIn(document);
}
