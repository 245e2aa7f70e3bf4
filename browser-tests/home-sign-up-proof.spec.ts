import { expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { signUpsWithoutProof } from '../server/waitlist/sign-up.ts';
import { joinButton, waitlistToasts } from '../web/design/waitlist-texts.ts';
import { type Site, stopClock, test } from './site.ts';
import { countOnWaitlist, newEmail, textOf, waitlistOf } from './waitlist.ts';

const SOLVER = /\/assets\/solve-challenge-[\w-]+\.js(\?|$)/;

test.use({ limits: 'on' });
// The tests run one after the other, because they share the sign-up limit of one IP address.
test.describe.configure({ mode: 'serial' });

/** Records from now on which requests the page sends for a sign-up: calls by path, and the solver's script. */
function watchSignUp(page: Page): string[] {
  const asked: string[] = [];
  const named = [calls.joinWaitlist.path, calls.getChallenge.path];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (named.includes(pathname as (typeof named)[number])) asked.push(pathname);
    if (SOLVER.test(pathname)) asked.push('solver');
  });
  return asked;
}

/** Sends sign-ups until the server requires a proof. More could exceed `SIGN_UP_LIMIT`, which counts all sign-ups. */
async function requireProof({ url }: Site): Promise<void> {
  const { method, path } = calls.joinWaitlist;
  for (let sent = 0; sent <= signUpsWithoutProof.max; sent++) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: newEmail() });
    const answer = await fetch(`${url}${path}`, { method, headers, body });
    if ((await answer.text()).includes('proof-needed')) return;
  }
  throw new Error(`No proof was required after ${signUpsWithoutProof.max} sign-ups.`);
}

test('a visitor whose network sends few sign-ups needs one request', async ({ page }) => {
  const { field, button } = waitlistOf(page);
  await page.goto(listedScreens.home);
  const asked = watchSignUp(page);
  await field.fill(newEmail());
  await button.click();
  await expect(button).toHaveText(joinButton.joined);
  expect(asked).toEqual([calls.joinWaitlist.path]);
});

test('after many sign-ups from one network the page solves a challenge; if the script that solves it cannot be loaded, the usual error appears and a retry works', async ({
  page,
  site,
  watch,
}) => {
  // The browser logs each error status to the console.
  watch.allowComplaint(/status of 429|ERR_FAILED/);
  await requireProof(site);
  const { field, button, toasts } = waitlistOf(page);
  const email = newEmail();
  await stopClock(page);
  let requests = 0;
  await page.route(SOLVER, (route) => {
    requests++;
    return requests <= 2 ? route.abort() : route.continue();
  });
  await page.goto(listedScreens.home);
  await field.fill(email);
  await button.click();
  await expect(toasts).toHaveText([textOf(waitlistToasts.failed)]);
  await expect(button).toHaveText(joinButton.idle);
  expect(requests).toBe(2);
  const asked = watchSignUp(page);
  const labels = await button.evaluateHandle((element) => {
    const seen: (string | null)[] = [];
    const note = () => seen.at(-1) !== element.textContent && seen.push(element.textContent);
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver(note).observe(element, changes);
    return seen;
  });
  await button.click();
  await expect(button).toHaveText(joinButton.joined);
  expect(await labels.jsonValue()).toEqual([joinButton.submitting, joinButton.joined]);
  await expect(toasts).toHaveText([textOf(waitlistToasts.joined(brand.product))]);
  const [join, challenge] = [calls.joinWaitlist.path, calls.getChallenge.path];
  expect([...new Set(asked)].toSorted()).toEqual([join, challenge, 'solver'].toSorted());
  expect(asked.filter((path) => path === join)).toHaveLength(2);
  expect(await countOnWaitlist(site, email)).toBe(1);
});
