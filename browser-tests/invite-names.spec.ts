import { expect, type Page } from '@playwright/test';
import { commonNames } from '../testing/common-names.ts';
import { DESKTOP_AGENT, inviteOf, newInviter } from './invites.ts';
import { fontsOf } from './layout-shifts.ts';
import { test } from './site.ts';

const widths = [320, 430, 1440];
/** Few, because opening the page takes as long as showing a hundred names. */
const GROUPS = 4;
/** Short and long words, emoji, and scripts and letters that fonts draw differently. */
const UNUSUAL =
  'Jo Al MMMM Wolfeschlegelsteinhausen Maria-Magdalena 🎉Zoë🌈 👨‍👩‍👧‍👦 👩🏽‍🚀Mia 🇫🇷 Zoë🌈 ❤️ 🦄🦄🦄 🏳️‍🌈Sam Ⓜ️ax ✨Ana✨ محمدAli Noaנועה 王Wei Kim김 Анна☀️ 𝓜𝓲𝓪 𝕄𝕒𝕩 Ｍｉａ Ł₿ 1234567890 __mia__92 x_X_dragon_X_x DJ-Ötzi Mr.T R2-D2 ℌ𝔢𝔩𝔤𝔞 Ａｌｅｘ አበበ ხვიჩა Արամ សុខា မောင် ສົມ རྡོ་རྗེ ᏣᎳᎩ ⵎⵓⵃⵎⵎⴷ 👩‍❤️‍💋‍👨 👍🏿 ｶﾀｶﾅ Z̷o̷e̷';
const names: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    Object.entries(commonNames).map(([script, names]) => [script, names.split(', ')]),
  ),
  'Emoji and mixtures': UNUSUAL.split(' '),
};

// Without `bypassCSP` the page's policy would block the script that the test runs again for each name.
test.use({
  userAgent: DESKTOP_AGENT,
  bypassCSP: true,
  viewport: { width: 320, height: 740 },
});

for (let group = 0; group < GROUPS; group++) {
  const scripts = Object.entries(names).filter((_, index) => index % GROUPS === group);
  test(`names fit into their space: ${scripts.map(([script]) => script).join(', ')}`, async ({
    page,
    site,
  }) => {
    const { link } = await newInviter(site);
    await page.goto(link);
    await expect(inviteOf(page).get).toBeVisible();
    await fontsOf(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      const all = scripts.flatMap(([, names]) => names);
      expect(await findMisfits(page, all), `at ${width} px`).toEqual([]);
    }
  });
}

test('a word that is broken on a narrow screen is whole after the screen was turned', async ({
  page,
  site,
}) => {
  const { link } = await newInviter(site, { firstName: 'W'.repeat(20) });
  await page.goto(link);
  const name = page.locator('.name');
  await expect(name).toHaveClass(/name-broken/);
  await page.setViewportSize({ width: 1440, height: 740 });
  await expect(name).not.toHaveClass(/name-broken/);
});

/** Shows each name with the page's script. @returns the faults of names that are cut off, or smaller than necessary */
function findMisfits(page: Page, all: readonly string[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const find = (selector: string) => {
      const found = document.querySelector<HTMLElement>(selector);
      if (!found) throw new Error(`The page has no ${selector}.`);
      return found;
    };
    const [room, get] = [find('.name-room'), find('#get')];
    const file = await fetch(find('script[src*="/invite-"]').getAttribute('src') ?? '');
    // Compiled once, because importing the script for each name would take longer than laying the name out.
    const runScript = new Function(`'use strict'; ${await file.text()}`);
    // Hidden text has the same layout, but the browser does not paint it for each name.
    document.body.style.visibility = 'hidden';
    const place = JSON.stringify(get.getBoundingClientRect());

    async function show(name: string): Promise<HTMLElement> {
      // A new element for each name, because the script's observers from earlier runs change the size of their element.
      find('.name').outerHTML = '<bdi class="name" id="name"></bdi>';
      const profile = { firstName: name, username: 'x', profileImageUrl: null };
      const inviter = Promise.resolve(Response.json(profile));
      Object.assign(window, { pageLoad: { inviter, track: () => {} } });
      const shown = find('.name');
      const isSet = new Promise((resolve) => {
        new MutationObserver(resolve).observe(shown, { attributeFilter: ['style'] });
      });
      runScript();
      await isSet;
      return shown;
    }

    const placeOfText = (name: HTMLElement) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getBoundingClientRect();
    };

    /** Whether a larger size would still leave 7 % of the width free. A font that loads late may need this space. */
    function couldBeLarger(name: HTMLElement, size: number): boolean {
      const isRoomy = [1.1, 1.5].some((factor) => {
        name.style.fontSize = `${size * factor}px`;
        const { width } = placeOfText(name);
        return width < 0.93 * room.clientWidth && name.offsetHeight <= room.clientHeight;
      });
      name.style.fontSize = `${size}px`;
      return isRoomy;
    }

    function faultsOf(name: HTMLElement): string[] {
      const { left, top, right, bottom } = room.getBoundingClientRect();
      const size = Number.parseFloat(name.style.fontSize);
      const text = placeOfText(name);
      // Counts lines instead of boxes, because a word with both text directions has two boxes on one line.
      const linesOf = (word: Element) => new Set([...word.getClientRects()].map(({ y }) => y)).size;
      const words = [...name.children];
      const isWhole = words.length === name.textContent.trim().split(/\s+/).length;
      const isOut =
        text.left < left - 1 ||
        text.right > right + 1 ||
        text.top < top - 1 ||
        text.bottom > bottom + 1;
      return [
        !(isWhole && words.every((word) => linesOf(word) === 1)) && `breaks at ${size} px`,
        isOut && `extends beyond its space at ${size} px`,
        couldBeLarger(name, size) && `could be larger than ${size} px`,
        !(size >= 16) && `has only ${size} px`,
        JSON.stringify(get.getBoundingClientRect()) !== place && 'moves the button',
      ].filter((fault) => fault !== false);
    }

    const misfits: string[] = [];
    for (const name of all) {
      const faults = faultsOf(await show(name));
      misfits.push(...faults.map((fault) => `${name} ${fault}`));
    }
    return misfits;
  }, all);
}
