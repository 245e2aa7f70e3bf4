import { expect } from '@playwright/test';
import { ANALYTICS_PATH, listedScreens } from '../../contract/screens.ts';
import { EMAIL_PLACEHOLDER, joinButton, waitlistToasts } from '../../web/design/waitlist-texts.ts';
import { signInTexts } from '../../web/screens/analytics/analytics-texts.ts';
import { dashboardTexts } from '../../web/screens/analytics/parts/dashboard-texts.ts';
import type { AnalyticsSite } from '../analytics-site.ts';
import { newInviter } from '../invites.ts';
import { addressOf, publicPages } from '../public-pages.ts';
import { expectText, inEachBrowser, test } from './browser-test.ts';
import { expectNoFaults, keepPictures } from './expect-no-faults.ts';
import type { Visitor } from './visitor.ts';

const firstNames =
  'Kwame Γιώργος Мария Ánh 欧阳明日香 龍之介 서연 أحمد אורי राहुल ศักดิ์สิทธิ์ 👨‍👩‍👧‍👦 Wolfeschlegelsteinhausen'.split(
    ' ',
  );

/** Brings the page into one of its states. */
type Reach = (visitor: Visitor, site: AnalyticsSite, adminPhone: string) => Promise<unknown>;

// Not a page whose state is stored before it opens, which WebDriver cannot do.
const openedAtOnce = Object.keys(publicPages).filter((name) => !publicPages[name]?.views);
const states: Readonly<Record<string, Reach>> = {
  ...Object.fromEntries(
    openedAtOnce.map((name): [string, Reach] => [
      name,
      async (visitor, site) => {
        await visitor.go(await addressOf(name, site));
        await expectText(visitor, publicPages[name]?.shows ?? '');
      },
    ]),
  ),
  'refused-address': async (visitor) => {
    await visitor.go(listedScreens.home);
    await visitor.press(EMAIL_PLACEHOLDER);
    await visitor.type('ada');
    await visitor.press(joinButton.idle);
    await expectText(visitor, waitlistToasts.invalidEmail.description);
  },
  'sign-in': async (visitor) => {
    await visitor.go(ANALYTICS_PATH);
    await expect.poll(visitor.focused).toBe(signInTexts.phone.label);
    await visitor.key('Enter');
    await expectText(visitor, 'Please enter a phone number');
  },
  dashboard: async (visitor, site, adminPhone) => {
    await visitor.go(ANALYTICS_PATH);
    await expect.poll(visitor.focused).toBe(signInTexts.phone.label);
    await visitor.type(adminPhone);
    await visitor.key('Enter');
    await expect.poll(visitor.focused).toBe(signInTexts.code.label);
    await visitor.type(await site.codeFor(adminPhone));
    await visitor.key('Enter');
    await expectText(visitor, '1 to 25', '.pager');
    await expectText(visitor, dashboardTexts.live.live);
  },
};

inEachBrowser((kind) => {
  test.use({ reducesMotion: true });

  for (const [state, reach] of Object.entries(states)) {
    test(`every control can be pressed, every text can be read, and nothing moves: ${state}`, async ({
      visitor,
      analyticsSite,
      adminPhone,
    }) => {
      await reach(visitor, analyticsSite, adminPhone);
      await expectNoFaults(visitor, `${kind.name}-${state}`);
    });
  }

  test('names fit into their space at each width of a phone', async ({ visitor, site }) => {
    const misfits: string[] = [];
    for (const firstName of firstNames) {
      await visitor.go((await newInviter(site, { firstName })).link);
      await expectText(visitor, 'wants you');
      for (const width of [360, 390, 412]) {
        await visitor.resize({ width, height: 740 });
        const found = await visitor.evaluate(findMisfits);
        misfits.push(...found.map((fault) => `${firstName} at ${width} px ${fault}`));
        await keepPictures(visitor, `${kind.name}-name-${firstName}-${width}`);
      }
    }
    expect(misfits).toEqual([]);
  });
});

/** Runs in the page. @returns the ways in which the name does not fit into its space */
async function findMisfits(): Promise<string[]> {
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const [room, name] = ['.name-room', '.name'].map((each) => document.querySelector(each));
  if (!room || !name) return ['is not shown'];
  const range = document.createRange();
  range.selectNodeContents(name);
  const [space, text] = [room.getBoundingClientRect(), range.getBoundingClientRect()];
  const linesOf = (word: Element) => new Set([...word.getClientRects()].map(({ y }) => y)).size;
  return [
    [...name.children].some((word) => linesOf(word) !== 1) && 'breaks',
    (text.left < space.left - 1 || text.right > space.right + 1) && 'is too wide',
    (text.top < space.top - 1 || text.bottom > space.bottom + 1) && 'is too high',
    Number.parseFloat(getComputedStyle(name).fontSize) < 16 && 'is too small',
  ].filter((fault) => fault !== false);
}
