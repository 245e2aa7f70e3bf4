import { BlockList } from 'node:net';
import { calls } from '../contract/calls.ts';
import { HOUR_MS } from '../contract/durations.ts';
import { startFakeTwilio } from '../testing/fakes/fake-twilio.ts';
import { createTestApp, TEST_NOW } from '../testing/test-app.ts';
import { easyProof } from '../testing/test-browser.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const ADDRESSES = 10_000;
const AT_ONCE = 50;
const BUDGET = { perHour: 50, perDay: 120 };
const PROXY = '127.0.0.1';

export const boundedMessages: Proof = {
  id: 'O9',
  promise:
    'The number of messages that cost money is limited per hour and day, over all phone numbers and client addresses.',
  run: () => askFromEverywhere(BUDGET),
  control: {
    without: 'the budget',
    run: () =>
      expectFailure(/^\d+ messages were sent\.$/, () =>
        askFromEverywhere({ perHour: ADDRESSES, perDay: ADDRESSES }),
      ),
  },
};

/** @param budget of the site; the check always compares with `BUDGET` */
async function askFromEverywhere(budget: typeof BUDGET): Promise<string> {
  const twilio = await startFakeTwilio();
  const trustedProxies = new BlockList();
  trustedProxies.addAddress(PROXY);
  let now = TEST_NOW;
  const site = await createTestApp({
    clock: () => now,
    rateLimits: true,
    trustedProxies,
    identity: { provider: 'embedded', sms: twilio.account, recipients: 'anyone', budget },
  });
  const statuses = new Map<number, number>();
  const perHour: number[] = [];
  let joined = 0;

  async function askFrom(n: number): Promise<void> {
    const headers = { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
    const answer = await site.app.inject({
      ...{
        method: calls.sendCode.method,
        url: calls.sendCode.path,
        remoteAddress: PROXY,
        headers,
      },
      payload: { phone: `+1555${String(n).padStart(7, '0')}`, proof: await easyProof(site) },
    });
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    if (n % 100 > 0) return;
    const signUp = await site.app.inject({
      ...{ method: calls.joinWaitlist.method, url: calls.joinWaitlist.path },
      ...{ remoteAddress: PROXY, headers, payload: { email: `visitor-${n}@example.com` } },
    });
    joined += Number(signUp.statusCode === 200);
  }

  // In each of four hours, a quarter of the addresses asks for codes.
  for (let n = 0; n < ADDRESSES; n += AT_ONCE) {
    if (n > 0 && n % (ADDRESSES / 4) === 0) now += HOUR_MS;
    await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => askFrom(n + more)));
    if ((n + AT_ONCE) % (ADDRESSES / 4) === 0) {
      perHour.push(twilio.messages.length - perHour.reduce((sum, sent) => sum + sent, 0));
    }
  }
  const kept = (await Array.fromAsync(site.storage.waitlist.entries())).length;
  await site.close();
  await twilio.close();

  const sent = twilio.messages.length;
  require(sent === BUDGET.perDay, `${sent} messages were sent.`);
  require(perHour.every(
    (count) => count <= BUDGET.perHour,
  ), `In one hour ${Math.max(...perHour)} messages were sent.`);
  const refused = statuses.get(429) ?? 0;
  require(statuses.get(200) === sent &&
    refused === ADDRESSES - sent, 'The answers do not match the messages that were sent.');
  require(joined === kept &&
    kept === ADDRESSES / 100, `${joined} sign-ups were accepted, and ${kept} were stored.`);
  return `${ADDRESSES} addresses and numbers in four hours: ${perHour.join(', ')} messages, where ${BUDGET.perHour} an hour and ${BUDGET.perDay} a day are allowed; the other requests were answered 429, all ${kept} sign-ups stored`;
}
