// Each other test fails if a page has a text that React could not change after a translation: `texts-of-react.ts`.
import { expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { errors } from '../server/http/errors.ts';
import { LOOK_FOR_LETTER, waitlistToasts, waitlistTroubles } from '../web/design/waitlist-texts.ts';
import { inviteOf, newInviter, PROFILE } from './invites.ts';
import { test } from './mail-site.ts';
import { stopClock } from './site.ts';
import { beginIntercepting, hold, newEmail, textOf, waitlistOf } from './waitlist.ts';

for (const isEarly of [true, false]) {
  test(`a page that is translated ${isEarly ? 'before' : 'after'} its script arrives takes a sign-up`, async ({
    page,
    watch,
  }) => {
    watch.allowComplaint(/status of (400|500)/);
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
      ['ada@example', errors.unreachableEmail().message],
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
  });
}

test('an invite that is translated names the friend and the product as they are written', async ({
  page,
  site,
}) => {
  await translate(page);
  const { link } = await newInviter(site, { firstName: 'Mark May' });
  const { heading, get, loading } = inviteOf(page);
  const answer = await hold(page, PROFILE);
  await page.goto(link);
  await expect(loading).toBeVisible();
  answer();
  await expect(get).toBeVisible();
  const kept = heading('Mark May').locator('[translate="no"]');
  await expect(kept).toHaveText(['Mark May', brand.product]);
  await expect(kept.locator('font')).toHaveCount(0);
});

/**
 * From now on, and in each page that opens later, replaces texts as Chrome's translation does: each text node becomes a
 * new text in two `<font>` elements. The new text ends with a zero-width space, which Playwright ignores.
 */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(replaceTexts);
  await page.evaluate(replaceTexts);
}

function replaceTexts(): void {
  const MARK = '\u200b';
  const KEPT = 'script, style, title, noscript, textarea, [translate="no"]';

  const replace = (text: Node) => {
    const { nodeValue, parentElement } = text;
    if (!nodeValue?.trim() || nodeValue.endsWith(MARK)) return;
    if (!(parentElement instanceof HTMLElement) || parentElement.closest(KEPT)) return;
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
