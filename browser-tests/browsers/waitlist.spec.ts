import { expect, mergeTests } from '@playwright/test';
import { listedScreens, WAITLIST_PATH } from '../../contract/screens.ts';
import { EMAIL_PLACEHOLDER, joinButton } from '../../web/design/waitlist-texts.ts';
import { leaveTexts } from '../../web/screens/answers/letter-answer-texts.ts';
import { positionTexts } from '../../web/screens/waitlist/position-texts.ts';
import { letterTo, newSignUp, test as onMailSite } from '../mail-site.ts';
import { newEmail } from '../waitlist.ts';
import { test as base, expectText, inEachBrowser } from './browser-test.ts';
import { expectNoFaults } from './expect-no-faults.ts';

/** Tests in the browser `browserOfTest`, on a site that sends letters. */
const test = mergeTests(base, onMailSite);
const { asked, confirmed, left, expired, noToken } = positionTexts;

inEachBrowser((kind) => {
  test.use({ reducesMotion: true });

  test('a person signs up, opens the link of the letter, sees their position, leaves, and comes back', async ({
    visitor,
    mail,
  }) => {
    const email = newEmail();
    const state = async () => (await mail.storage.members.position(email))?.state;
    await visitor.go(listedScreens.home);
    await visitor.press(EMAIL_PLACEHOLDER);
    await visitor.type(email);
    await visitor.press(joinButton.idle);
    await expectText(visitor, joinButton.joined);
    const letter = await letterTo(mail, email);
    await visitor.go(/\/waitlist#[\w-]+/.exec(letter)?.[0] ?? '');
    await expectText(visitor, confirmed.title);
    await visitor.expectPath(WAITLIST_PATH);
    expect(await state()).toBe('confirmed');
    await visitor.press(confirmed.leave);
    await expectText(visitor, left.title);
    expect(await state()).toBe('left');
    await visitor.press(left.comeBack);
    await expectText(visitor, confirmed.title);
    expect(await state()).toBe('confirmed');
  });

  test('every control can be pressed, every text can be read, and nothing moves: the page of each link in letters', async ({
    visitor,
    mail,
  }) => {
    const waiting = await newSignUp(mail);
    const member = await newSignUp(mail, { isConfirmed: true });
    const pages = {
      'no-token': [WAITLIST_PATH, noToken.title],
      expired: [`${WAITLIST_PATH}#not-a-token`, expired.title],
      asked: [waiting.open, asked.title],
      confirmed: [member.open, confirmed.title],
      leave: [member.leave, leaveTexts.asked.title],
    };
    for (const [name, [path = '', title = '']] of Object.entries(pages)) {
      // If only the fragment changes, the page reloads itself, and in Firefox `go` does not wait for this.
      await visitor.go(listedScreens.sponti);
      await visitor.go(path);
      await expectText(visitor, title);
      await expectNoFaults(visitor, `${kind.name}-waitlist-${name}`);
    }
    await visitor.press(leaveTexts.asked.leave);
    await expectText(visitor, leaveTexts.left.title);
    await expectNoFaults(visitor, `${kind.name}-waitlist-left`);
  });
});
