import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { ANALYTICS_PATH, listedScreens } from '../contract/screens.ts';
import { waitlistToasts } from '../web/design/waitlist-texts.ts';
import { DESKTOP_AGENT } from './invites.ts';
import { expectNoShift, fontsOf, watchShifts } from './layout-shifts.ts';
import { test as base, newSignUp, startMailSite } from './mail-site.ts';
import { openPublicPage, publicPages } from './public-pages.ts';
import { hold } from './waitlist.ts';

/** Of a compressed page. */
const PIECE_BYTES = 400;
const PAUSE_MS = 20;
const WIDTHS = [
  1280, 320, 344, 360, 375, 390, 414, 480, 640, 768, 834, 1024, 1440, 1680, 1920, 2560,
];
const HEIGHT = 800;
const FONT = '**/*.woff2';
const MAX_SHIFT = 0.01;
/** Added to the headings' letter spacing of -0.025em. It widens a heading by more than any fallback font does. */
const WIDER = '0.02em';

async function* inPieces(page: Buffer) {
  for (let start = 0; start < page.length; start += PIECE_BYTES) {
    yield page.subarray(start, start + PIECE_BYTES);
    await pause(PAUSE_MS);
  }
}

/** A site that sends each page in pieces, with a pause after each piece. */
const startSlowSite = () =>
  startMailSite((app) =>
    app.addHook('onSend', async (_request, reply, content) => {
      // A page that the browser already has would arrive at once.
      reply.removeHeader('etag');
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      return isPage ? Readable.from(inPieces(Buffer.from(content as Buffer))) : content;
    }),
  );

const test = base.extend({
  mail: async ({ share }, use) => use(await share('slow mail', startSlowSite)),
});

test.use({ userAgent: DESKTOP_AGENT });

type SlowSite = Awaited<ReturnType<typeof startMailSite>>['server'];
const goTo = (page: Page) => (path: string) => page.goto(path, { waitUntil: 'domcontentloaded' });
const SIGN_IN = 'the sign-in of admins';
/** Its script replaces the words when the answer arrives. */
const LETTER = 'the page of a letter’s link';

/** Opens a page, and brings it into its last state. */
const states: Readonly<Record<string, (page: Page, mail: SlowSite) => Promise<unknown>>> = {
  ...Object.fromEntries(
    Object.keys(publicPages).map((name) => [
      name,
      async (page: Page, mail: SlowSite) => {
        const text = await openPublicPage(name, mail, page, 'domcontentloaded');
        await expect(page.locator('body')).toContainText(text, { useInnerText: true });
      },
    ]),
  ),
  'the answer to a form': async (page) => {
    await goTo(page)(listedScreens.home);
    await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
    const { title } = waitlistToasts.invalidEmail;
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  },
  [LETTER]: async (page, mail) => {
    await goTo(page)((await newSignUp(mail, { isConfirmed: true })).open);
    await expect(page.getByRole('button').first()).toBeVisible();
  },
  [SIGN_IN]: (page) => goTo(page)(ANALYTICS_PATH),
};

for (const [state, reach] of Object.entries(states)) {
  test(`nothing moves and no word breaks while the page and its font arrive: ${state}`, async ({
    page,
    mail,
    watch,
  }) => {
    watch.allowComplaint(/status of 40[04]/);
    await watchShifts(page);
    await test.step('the page arrives in pieces', async () => {
      if (state === LETTER) return;
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: HEIGHT });
        await page.emulateMedia({ colorScheme: width === 320 ? 'light' : 'dark' });
        await reach(page, mail);
        await page.waitForLoadState('networkidle');
        await expectNoShift(page, `at ${width} px`);
      }
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });
    if (state === SIGN_IN) return;
    await test.step('the font arrives late', () => expectSteady(page, () => reach(page, mail)));
    if (!state.includes('invite')) return;
    await test.step('the headings have room for a wider fallback font', async () => {
      await fontsOf(page);
      for (const width of [320, 360, 430, 768, 1440]) {
        await page.setViewportSize({ width, height: HEIGHT });
        expect(await findTightHeadings(page), `at ${width} px`).toEqual([]);
      }
    });
  });
}

/** The first width loads the page with a late font. At the others, a change of the font does the same to the layout. */
async function expectSteady(page: Page, reach: () => Promise<unknown>): Promise<void> {
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
  expect(faults).toEqual([]);
}

/** Finds headings whose height changes when their letters are a little wider. */
function findTightHeadings(page: Page): Promise<(string | null)[]> {
  return page.locator('h1, h2').evaluateAll((headings, wider) => {
    return headings.flatMap((heading) => {
      const { offsetHeight, style } = heading as HTMLElement;
      style.letterSpacing = `calc(${wider} - 0.025em)`;
      const isTight = (heading as HTMLElement).offsetHeight !== offsetHeight;
      style.letterSpacing = '';
      return isTight ? [heading.textContent] : [];
    });
  }, WIDER);
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
