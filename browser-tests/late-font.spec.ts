import { expect, type Page } from '@playwright/test';
import { INVITE_PATH, inviteLink, listedScreens } from '../contract/screens.ts';
import { INVITE_VIEWS_KEY_PREFIX, MAX_VIEWS_PER_WINDOW } from '../web/design/view-limits.ts';
import { waitlistToasts } from '../web/design/waitlist-texts.ts';
import { DESKTOP_AGENT, inviteOf, newInviter } from './invites.ts';
import { watchShifts } from './layout-shifts.ts';
import { test as mailTest, newSignUp } from './mail-site.ts';
import { MISSING_PAGE, type Site, test } from './site.ts';
import { hold } from './waitlist.ts';

test.use({ userAgent: DESKTOP_AGENT });

const WIDTHS = [
  1280, 320, 344, 360, 375, 390, 414, 480, 640, 768, 834, 1024, 1440, 1680, 1920, 2560,
];
const HEIGHT = 740;
const FONT = '**/*.woff2';
const MAX_SHIFT = 0.01;

const goTo = (path: string) => (page: Page) => page.goto(path, { waitUntil: 'commit' });

/** Opens a page, and brings it into its last state. */
const states: Readonly<Record<string, (page: Page, site: Site) => Promise<unknown>>> = {
  ...Object.fromEntries(Object.entries(listedScreens).map(([name, path]) => [name, goTo(path)])),
  'the 404 page': goTo(MISSING_PAGE),
  'the answer to a form': async (page) => {
    await page.goto(listedScreens.home, { waitUntil: 'commit' });
    await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
    await expect(
      page.getByRole('heading', { name: waitlistToasts.invalidEmail.title }),
    ).toBeVisible();
  },
  'the home page of a friend’s link': async (page, site) =>
    goTo(`${listedScreens.home}?ref=${(await newInviter(site)).id}`)(page),
  'a friend’s invite': async (page, site) => {
    await goTo((await newInviter(site)).link)(page);
    await expect(inviteOf(page).get).toBeVisible();
  },
  'an invite of an unknown inviter': async (page) => {
    await goTo(inviteLink('nobody'))(page);
    await expect(inviteOf(page).oops).toBeVisible();
  },
  'an invite with too many views': async (page) => {
    await page.evaluate(([key, views]) => localStorage.setItem(key, JSON.stringify(views)), [
      `${INVITE_VIEWS_KEY_PREFIX}nobody`,
      Array(MAX_VIEWS_PER_WINDOW).fill(Date.now()),
    ] as const);
    await goTo(inviteLink('nobody'))(page);
    await expect(inviteOf(page).limited).toBeVisible();
  },
  'an invite to an event': goTo(`${INVITE_PATH}?plan=p`),
  'an invite without an inviter': goTo(INVITE_PATH),
};

test('no word breaks and nothing moves, with an early or a late font', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of 40[04]/);
  await watchShifts(page);
  for (const [state, reach] of Object.entries(states)) {
    await expectSteady(page, state, () => reach(page, site));
  }
});

mailTest('the same holds for the page of a letter’s link', async ({ page, mail }) => {
  const { open } = await newSignUp(mail, { isConfirmed: true });
  await watchShifts(page);
  await expectSteady(page, 'a letter’s link', async () => {
    await goTo(open)(page);
    await expect(page.getByRole('button').first()).toBeVisible();
  });
});

/** The first width loads the page with a late font. At the others, a change of the font does the same to the layout. */
async function expectSteady(
  page: Page,
  state: string,
  reach: () => Promise<unknown>,
): Promise<void> {
  const faults: string[] = [];
  const readWords = async (when: string) => {
    const { shift, broken } = await page.evaluate(readPage);
    faults.push(...broken.map((word) => `${when}: “${word}” is on two lines`));
    return shift;
  };
  const read = async (when: string) => {
    const shift = await readWords(when);
    if (shift > MAX_SHIFT) faults.push(`${when}: layout shift of ${shift.toFixed(4)}`);
  };
  for (const [index, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: HEIGHT });
    if (index === 0) {
      const arrive = await hold(page, FONT);
      const asked = page.waitForRequest(FONT);
      await reach();
      await asked;
      await read(`at ${width} px, before the font arrives`);
      arrive();
      await page.evaluate(() => document.fonts.ready);
    } else {
      await page.evaluate(useFallbackFont);
      // The shift is that of the new width.
      await readWords(`at ${width} px, in the fallback font`);
      await page.evaluate(() => document.documentElement.style.removeProperty('--display'));
    }
    await read(`at ${width} px, after the font has arrived`);
  }
  await page.unroute(FONT);
  expect.soft(faults, state).toEqual([]);
}

/** Runs in the page. */
function useFallbackFont(): void {
  const { style } = document.documentElement;
  const [, ...fallbacks] = getComputedStyle(document.documentElement)
    .getPropertyValue('--display')
    .split(',');
  style.setProperty('--display', fallbacks.join());
}

/**
 * Runs in the page.
 *
 * @returns the layout shift since the last call, and the words of at least three letters that are on two lines
 */
async function readPage(): Promise<{ shift: number; broken: string[] }> {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const shifts = (window as unknown as { readShifts: () => { value: number }[] }).readShifts();
  const shift = shifts.splice(0).reduce((sum, { value }) => sum + value, 0);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parent = text.parentElement;
    // Texts for screen readers only are one pixel wide.
    if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.offsetWidth < 4) continue;
    range.selectNodeContents(text);
    if (range.getClientRects().length < 2) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{M}]{3,}/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  }
  return { shift, broken };
}
