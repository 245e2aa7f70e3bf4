import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { createMailSite, type MailSite } from '../../testing/mail-site.ts';

const ANA = 'ana@example.com';
const BEN = 'ben@example.com';

const post = ({ app }: MailSite, call: { path: string }, payload: object) =>
  app.inject({ method: 'POST', url: call.path, payload });
const join = (site: MailSite, email: string, via?: string) =>
  post(site, calls.joinWaitlist, { email, ...(via && { via }) });
const confirm = (site: MailSite, email: string) =>
  post(site, calls.confirmSignUp, { token: site.tokens.make('confirm', email) });
const position = (site: MailSite, email: string) =>
  post(site, calls.getPosition, { token: site.tokens.make('confirm', email) });

/** Queues the letters, as the mailer does before it sends them. */
const queue = ({ storage, clock }: MailSite) => storage.letters.queue(clock());

describe('the token of a letter', () => {
  test('reads the position, which changes only when the sign-up is confirmed', async () => {
    await using site = await createMailSite();
    await join(site, ANA);
    const asked = await position(site, ANA);
    assert.deepEqual(asked.json(), { state: 'asked', leaveToken: site.tokens.make('leave', ANA) });
    const confirmed = await confirm(site, ANA);
    assert.equal(confirmed.statusCode, 200);
    const { state, phone, position: own } = confirmed.json();
    assert.deepEqual([state, phone], ['confirmed', null]);
    assert.match(own.link, /^https:\/\/impromptu\.example\/\?via=[2-9a-z]{8}$/);
    const { link: _link, ...numbers } = own;
    assert.deepEqual(numbers, { number: 1, waiting: 1, friends: 0 });
    assert.deepEqual((await position(site, ANA)).json(), confirmed.json());
    assert.deepEqual((await confirm(site, ANA)).json(), confirmed.json());
  });

  test('credits the member whose link was used, once the friend has confirmed', async () => {
    await using site = await createMailSite();
    await join(site, ANA);
    const before = (await confirm(site, ANA)).json().position;
    assert.deepEqual([before.number, before.waiting, before.friends], [1, 1, 0]);
    await join(site, BEN, new URL(before.link).searchParams.get('via') ?? '');
    await queue(site);
    assert.equal((await position(site, ANA)).json().position.friends, 0);
    await confirm(site, BEN);
    const after = (await position(site, ANA)).json().position;
    assert.deepEqual([after.number, after.waiting, after.friends], [1, 2, 1]);
  });

  test('is refused with 410 if it is not valid for confirming, or if its address is not stored', async () => {
    await using site = await createMailSite();
    await join(site, ANA);
    await confirm(site, ANA);
    await site.storage.waitlist.erase(ANA, site.clock());
    for (const token of [
      ...['', 'someone', '%00', 'A'.repeat(600)],
      site.tokens.make('leave', ANA),
      site.tokens.make('confirm', BEN),
      site.tokens.make('confirm', ANA),
    ]) {
      for (const call of [calls.confirmSignUp, calls.getPosition, calls.choosePhone]) {
        const phone = call === calls.choosePhone && { phone: 'iphone' };
        const { statusCode, body } = await post(site, call, { token, ...phone });
        assert.equal(statusCode, 410, token);
        assert.equal(
          body,
          '{"error":"This link is not valid any more. You can sign up again on the home page."}',
        );
      }
    }
    assert.deepEqual(await Array.fromAsync(site.storage.waitlist.entries()), []);
  });
});

describe('the phone of a person', () => {
  const choose = (site: MailSite, email: string, phone: unknown) =>
    post(site, calls.choosePhone, { token: site.tokens.make('confirm', email), phone });

  test('is in each answer of a person who has confirmed, and may be changed', async () => {
    await using site = await createMailSite();
    await join(site, ANA);
    const { phone: _, ...confirmed } = (await confirm(site, ANA)).json();
    for (const phone of ['iphone', 'android'] as const) {
      const answer = await choose(site, ANA, phone);
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { ...confirmed, phone });
      assert.deepEqual((await position(site, ANA)).json(), { ...confirmed, phone });
      assert.deepEqual((await confirm(site, ANA)).json(), { ...confirmed, phone });
    }
    await site.storage.personStates.arrive([{ email: ANA, at: site.clock() }], site.clock());
    const { state, phone } = (await choose(site, ANA, 'iphone')).json();
    assert.deepEqual([state, phone], ['invited', 'iphone']);
    for (const wrong of ['', 'iPhone', 'nokia', null, 0, ['iphone']])
      assert.equal((await choose(site, ANA, wrong)).statusCode, 400, String(wrong));
    assert.equal((await position(site, ANA)).json().phone, 'iphone');
  });
});

test('a sign-up of an address to which no letter can be sent is refused and not stored, also if the address is on the list', async () => {
  await using site = await createMailSite();
  const refused = ['ana@b', '"ana"@example.com', 'ana@example..com'];
  await site.storage.waitlist.join('ana@b', site.clock());
  for (const email of refused) {
    const { statusCode, json } = await join(site, email);
    assert.equal(statusCode, 400, email);
    assert.match(json().error, /^We cannot send email to this address\. Please check it/);
  }
  const entries = await Array.fromAsync(site.storage.waitlist.entries());
  assert.deepEqual(
    entries.map(({ email, requests }) => [email, requests]),
    [['ana@b', 1]],
  );
  assert.equal(await queue(site), 0);
});
