import { BlockList } from 'node:net';
import { calls } from '../contract/calls.ts';
import type { Recipients } from '../server/settings/read-identity.ts';
import { startFakeTwilio } from '../testing/fakes/fake-twilio.ts';
import { type HttpAnswer, HttpBrowser } from '../testing/requests/http-browser.ts';
import { createTestApp } from '../testing/test-app.ts';
import { easyProof } from '../testing/test-browser.ts';
import { areaUnderCurve, MAX_AUC } from './area-under-curve.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const PAIRS = 5_000;
const FEW = 50;
const WARM_UP = 200;
/** A difference of times that this check must notice. Sending a message to Twilio takes much longer. */
const NOTICEABLE_MS = 0.5;

export const hiddenAdmins: Proof = {
  id: 'A7',
  promise:
    'With SMS_RECIPIENTS=admins only admins get messages, and neither the answer nor its time shows whether a number is an admin’s.',
  run: () => askForEach(PAIRS, 'admins'),
  control: {
    without: 'SMS_RECIPIENTS=admins',
    run: () => expectFailure(/^\d+ strangers got messages\.$/, () => askForEach(FEW, 'anyone')),
  },
};

async function askForEach(pairs: number, recipients: Recipients): Promise<string> {
  await using ends = new AsyncDisposableStack();
  const twilio = await startFakeTwilio();
  ends.defer(() => twilio.close());
  const trustedProxies = new BlockList();
  trustedProxies.addAddress('127.0.0.1');
  await using site = await createTestApp({
    rateLimits: true,
    trustedProxies,
    identity: {
      provider: 'embedded',
      sms: twilio.account,
      recipients,
      budget: { perHour: 2 * pairs, perDay: 2 * pairs },
    },
  });
  const { origin: url } = await site.listen();
  const answers = new Set<string>();
  const admins: number[] = [];
  const strangers: number[] = [];
  for (let n = 0; n < pairs; n++) await site.storage.admins.add(adminNumber(n), 0);

  async function ask(phone: string, n: number): Promise<number> {
    const proof = await easyProof(site);
    const browser = new HttpBrowser(url);
    // Opens the connection before the measured time begins.
    await browser.call({ method: 'GET', path: calls.getSignInSettings.path });
    const forwarded = { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
    const answer = await browser.call(calls.sendCode, { phone, proof }, forwarded);
    browser.close();
    answers.add(visible(answer));
    return answer.milliseconds;
  }
  for (let n = 0; n < WARM_UP; n++) await ask(strangerNumber(pairs + n), 2 * pairs + n);
  for (let n = 0; n < pairs; n++) {
    const admin = async () => admins.push(await ask(adminNumber(n), n));
    const stranger = async () => strangers.push(await ask(strangerNumber(n), pairs + n));
    // The order alternates, so that neither kind is always measured after the other.
    for (const measure of n % 2 === 0 ? [admin, stranger] : [stranger, admin]) await measure();
  }
  // Also waits for the messages that are still being sent.
  await site.close();

  const texted = twilio.messages.map(({ to }) => to);
  const toStrangers = texted.filter((phone) => !phone.startsWith(adminNumber(0).slice(0, 6)));
  const auc = areaUnderCurve(strangers, admins);
  require(toStrangers.length === 0, `${toStrangers.length} strangers got messages.`);
  require(new Set(texted).size ===
    pairs, `${new Set(texted).size} of ${pairs} admins got messages.`);
  require(answers.size === 1, `The answers differ: ${[...answers].join(' | ')}`);
  require(Math.max(auc, 1 - auc) <=
    MAX_AUC, `The time distinguishes admins from strangers with an AUC of ${auc.toFixed(3)}.`);
  const later = admins.map((ms) => ms + NOTICEABLE_MS);
  const control = areaUnderCurve(strangers, later);
  require(control > MAX_AUC, `A difference of ${NOTICEABLE_MS} ms would not have been noticed.`);
  return `${2 * pairs} numbers; SMS sent to ${pairs} of them, all admins; all answers were equal; AUC of the answer times ${auc.toFixed(3)} (with ${NOTICEABLE_MS} ms more it would be ${control.toFixed(3)})`;
}

function adminNumber(n: number): string {
  return `+15551${String(n).padStart(6, '0')}`;
}

function strangerNumber(n: number): string {
  return `+15552${String(n).padStart(6, '0')}`;
}

/** What a client sees of an answer, without the parts that are random in each answer. */
function visible({ status, headers, body }: HttpAnswer): string {
  const { date, 'set-cookie': cookies, ...rest } = headers;
  const blank = String(cookies).replace(/=[\w-]{22};/, '=…;');
  return JSON.stringify([status, rest, blank, body.replace(/"[\w-]{22}"/, '"…"')]);
}
