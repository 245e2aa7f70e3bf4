import { expect } from '@playwright/test';
import { brand } from '../../brand.ts';
import { invitation } from '../../contract/link-previews.ts';
import { INVITE_PATH, listedScreens } from '../../contract/screens.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { EMAIL_PLACEHOLDER, joinButton, waitlistToasts } from '../../web/design/waitlist-texts.ts';
import { appInvite } from '../../web/screens/invite/invite-texts.ts';
import { expectCounts, newInviter } from '../invites.ts';
import { countOnWaitlist, newEmail } from '../waitlist.ts';
import { expectText, inEachBrowser, test } from './browser-test.ts';

const joined = waitlistToasts.joined(brand.product);

inEachBrowser(() => {
  test('a wrong address is refused, and a right one joins the waitlist', async ({
    visitor,
    site,
  }) => {
    const email = newEmail();
    await visitor.go(listedScreens.home);
    await visitor.press(EMAIL_PLACEHOLDER);
    await visitor.type('ada');
    await visitor.press(joinButton.idle);
    await expectText(visitor, waitlistToasts.invalidEmail.description);
    expect(await visitor.focused()).toBe(EMAIL_PLACEHOLDER);
    await visitor.type(`+${email}`);
    await visitor.press(joinButton.idle);
    await expectText(visitor, joined.description);
    expect(await countOnWaitlist(site, `ada+${email}`)).toBe(1);
  });

  for (const loads of [true, false]) {
    test(`a submit before the script has loaded is sent when the script has ${loads ? 'loaded' : 'failed'}`, async ({
      visitor,
    }) => {
      const email = newEmail();
      const asked: string[] = [];
      const script = Promise.withResolvers<boolean>();
      await using site = await startSite(async (path) => {
        asked.push(path);
        return path.startsWith('/assets/home-') ? await script.promise : true;
      });
      await visitor.go(site.url);
      await visitor.press(EMAIL_PLACEHOLDER);
      await visitor.type(email);
      await visitor.key('Enter');
      script.resolve(loads);
      await expectText(visitor, joined.description);
      expect(await countOnWaitlist(site, email)).toBe(1);
      expect(asked.filter((path) => path === listedScreens.home)).toHaveLength(loads ? 1 : 2);
    });
  }

  test('the view of a friend’s link and a click on its button are counted, and the button opens another tab', async ({
    visitor,
    site,
  }) => {
    const { id, link } = await newInviter(site, { firstName: 'Mia' });
    await visitor.go(link);
    await expectText(visitor, `Mia ${invitation.wantsYou(brand.product)}`);
    await expectCounts(site, id, { views: 1, downloads: 0 });
    await visitor.press(appInvite.get(brand.product));
    await expectCounts(site, id, { views: 1, downloads: 1 });
    await visitor.expectPath(INVITE_PATH);
  });
});

/** Starts the app. The connection of a request is broken if `answers` returns false for its path. */
async function startSite(answers: (path: string) => Promise<boolean>) {
  const site = await createTestApp({ https: false, clock: Date.now });
  site.app.addHook('onRequest', async ({ url, raw }, reply) => {
    if (await answers(url)) return;
    reply.hijack();
    raw.socket.destroy();
  });
  return { ...site, url: (await site.listen()).origin };
}
