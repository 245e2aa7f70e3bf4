import { expect, type Page } from '@playwright/test';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens } from '../contract/screens.ts';
import {
  ELSEWHERE,
  offSiteAddresses,
  redirectParameters,
} from '../testing/requests/off-site-addresses.ts';
import { test } from './analytics-site.ts';
import { DESKTOP_AGENT, newInviter } from './invites.ts';

test.use({ userAgent: DESKTOP_AGENT });

/** A page without a script, and the pages whose scripts read the address. */
const PAGES = [listedScreens.sponti, listedScreens.home, INVITE_PATH, ANALYTICS_PATH];
/** An address that could end a text, or that could be an address of a link. Tests of the server use the others. */
const DANGEROUS = /["<]|^(https:\/\/elsewhere|javascript:|data:|\/\/\w)/;

/** Finds addresses of another site that the page has navigated to or links to. */
async function addressesOfOtherSites(page: Page): Promise<string[]> {
  const links = await page
    .locator('a, area, base, form, iframe, meta[http-equiv]')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const names = ['href', 'action', 'src', 'content'];
        return names.map((name) => element.getAttribute(name) ?? '').find(Boolean) ?? '';
      }),
    );
  return [page.url(), ...links].filter((address) => {
    const url = URL.parse(address, page.url());
    const runs = /^(javascript|data):$/.test(url?.protocol ?? '');
    return url?.hostname.endsWith(ELSEWHERE) || (runs && address.includes(ELSEWHERE));
  });
}

test('no parameter and no name of an inviter makes a page navigate or link to another site', async ({
  page,
  site,
  watch,
}) => {
  // On an invite page the parameter `ref` names an unknown inviter; the request for that profile gets 400 or 404.
  watch.allowComplaint(/status of 40[04]/);
  const count = offSiteAddresses.length;
  for (const path of PAGES) {
    for (const shift of [0, count / 2]) {
      const addressAt = (index: number) => offSiteAddresses[(index + shift) % count] ?? '';
      const query = new URLSearchParams(
        redirectParameters.map((name, index) => [name, addressAt(index)]),
      );
      await page.goto(`${path}?${query}#${encodeURIComponent(addressAt(0))}`);
      expect(await addressesOfOtherSites(page), `${path}?${query}`).toEqual([]);
    }
    await page.waitForLoadState('networkidle');
    expect(await addressesOfOtherSites(page), path).toEqual([]);
  }
  for (const text of offSiteAddresses.filter((address) => DANGEROUS.test(address))) {
    const name = text.slice(0, 100);
    const { link } = await newInviter(site, { id: text, username: name, firstName: name });
    await page.goto(link);
    await expect(page.locator('html')).toHaveAttribute('data-invite', 'loaded');
    expect(await addressesOfOtherSites(page), text).toEqual([]);
  }
});
