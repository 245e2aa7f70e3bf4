import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { DOMAIN_LETTERS } from '../../contract/mail.ts';
import type { SolvedChallenge } from '../../contract/schemas/bot-check.ts';
import { takeLetters } from '../../testing/databases/test-mail.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { TEST_NOW } from '../../testing/test-app.ts';
import { easyProof } from '../../testing/test-browser.ts';

const { method, path: url } = calls.joinWaitlist;
const FLOOD = '203.0.113.7';
const OTHER = '198.51.100.9';

/** A site whose mailer never runs: letters stay in the queue until the test takes them. */
async function open(t: TestContext, budget: { perHour: number; perDay: number }) {
  let now = TEST_NOW;
  const site = await createMailSite({
    clock: () => now,
    rateLimits: true,
    mail: { by: 'files', folder: '/proc/nowhere', from: 'hello@impromptu.example', budget },
  });
  t.after(() => site.close());
  const { storage, app } = site;

  const post = (email: string, remoteAddress: string, proof?: SolvedChallenge) =>
    app.inject({ method, url, remoteAddress, payload: { email, ...(proof && { proof }) } });

  return {
    storage,
    later(milliseconds: number) {
      now += milliseconds;
    },
    /** Signs up as the page does: with a proof of work if the site requires one. @returns whether it did */
    async join(email: string, from: string): Promise<boolean> {
      const first = await post(email, from);
      if (first.statusCode === 200) return false;
      assert.equal(first.json().id, 'proof-needed');
      const { statusCode } = await post(email, from, await easyProof(site));
      assert.equal(statusCode, 200);
      return true;
    },
    /** Takes the letters that may be sent now. @returns their addresses, in order */
    async letters(most = Number.POSITIVE_INFINITY): Promise<string[]> {
      await storage.letters.queue(now);
      return (await takeLetters(storage.letters, now, most, budget)).map(({ email }) => email);
    },
  };
}

const PERSON = 'person@home.example';

test('a person gets the next letter while a flood from another network waits, and after it has got all its letters', async (t) => {
  const { join, letters } = await open(t, { perHour: 20, perDay: 200 });
  for (let n = 0; n < 30; n++) await join(`made-up@${n}.example`, FLOOD);
  assert.equal((await letters(2)).length, 2);
  await join(PERSON, OTHER);
  assert.deepEqual(await letters(1), [PERSON]);
  assert.equal(
    (await letters()).length,
    10,
    '12 in all: a tenth of the budget at first, and half of it later',
  );
  await join('late@home.example', OTHER);
  assert.deepEqual(await letters(), ['late@home.example']);
});

test('the networks of one provider’s customer, which IPv6 gives by the thousand, count as one', async (t) => {
  const { join } = await open(t, { perHour: 20, perDay: 200 });
  const isAsked: boolean[] = [];
  for (let n = 0; n < 5; n++) {
    isAsked.push(await join(`made-up@${n}.example`, `2001:db8:7:${n.toString(16)}::1`));
  }
  assert.deepEqual(isAsked, [false, false, true, true, true]);
  assert.equal(await join(PERSON, '2001:db8:8::1'), false);
});

test('letters to one domain and its sub-domains are limited, from however many networks they are requested', async (t) => {
  const { join, letters, later } = await open(t, { perHour: 1_000, perDay: 10_000 });
  for (let n = 0; n < 70; n++) await join(`made-up@${n}.victim.co.uk`, `192.0.2.${n}`);
  await join(PERSON, OTHER);
  for (let n = 0; n < 60; n++) await join(`${n}@gmail.com`, `192.0.2.${100 + n}`);
  const hour = await letters();
  const toVictim = hour.filter((email) => email.endsWith('.victim.co.uk'));
  assert.equal(toVictim.length, DOMAIN_LETTERS.perHour);
  assert.ok(hour.includes(PERSON));
  assert.equal(hour.filter((email) => email.endsWith('@gmail.com')).length, 60, 'a large provider');
  later(HOUR_MS);
  await join('next@home.example', OTHER);
  const [first, ...others] = await letters();
  assert.equal(first, 'next@home.example');
  assert.equal(others.length, 20);
});

test('half of each budget is kept from letters that an admin requests, for new sign-ups', async (t) => {
  const { storage, join, letters } = await open(t, { perHour: 20, perDay: 200 });
  for (let n = 0; n < 30; n++) await storage.waitlist.join(`early@${n}.example`, TEST_NOW - 1);
  await storage.letters.begin(TEST_NOW);
  await storage.launch.askUnconfirmed(30, { who: 'command line', at: TEST_NOW });
  assert.equal((await letters()).length, 10);
  await join(PERSON, OTHER);
  assert.deepEqual(await letters(), [PERSON]);
});

test('sixty people behind one address get their letters in the same hour, with the usual budget', async (t) => {
  const { join, letters } = await open(t, { perHour: 100, perDay: 1_000 });
  for (let n = 0; n < 60; n++) await join(`${n}@gmail.com`, FLOOD);
  assert.equal((await letters()).length, 60);
});
