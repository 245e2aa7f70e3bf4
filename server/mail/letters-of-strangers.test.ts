import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { APP } from '../../contract/audit.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Storage } from '../../storage/open.ts';
import { createTestDatabase, openTestStorage } from '../../testing/databases/test-databases.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { takeLetters } from '../../testing/databases/test-mail.ts';
import { startFakeMailServer } from '../../testing/fakes/fake-mail-server.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { RandomValues } from '../../testing/random-values.ts';
import { TEST_NOW } from '../../testing/test-app.ts';
import { MOST_AT_ONCE } from './send-letters.ts';

/** On the day before, and less than 24 hours ago. */
const BEFORE = TEST_NOW - 13 * HOUR_MS;

const APP_AUTHOR = { who: APP, at: BEFORE };
/** Each sign-up comes by the link of an inviter. */
const LINK = { refs: [ANA.id] };

/** What may have happened with another address the day before, for each state. Its letters were sent then. */
const histories = {
  unknown: async () => {},
  'asked to confirm': ask,
  'a member who knows the position': async (storage, email) => {
    await storage.waitlist.join(email, BEFORE);
    await storage.members.confirm(email, BEFORE);
    await ask(storage, email);
  },
  'a member': async (storage, email) => {
    await storage.waitlist.join(email, BEFORE);
    await storage.members.confirm(email, BEFORE);
  },
  gone: async (storage, email) => {
    await ask(storage, email);
    await storage.members.leave(email, BEFORE);
  },
  'gone and asked again': async (storage, email) => {
    await ask(storage, email);
    await storage.members.leave(email, BEFORE);
    await ask(storage, email);
  },
  reported: async (storage, email) => {
    await ask(storage, email);
    await storage.returnedLetters.report([{ email, result: 'complained' }], APP_AUTHOR);
  },
  dead: (storage, email) => ask(storage, email, BEFORE),
  erased: async (storage, email) => {
    await ask(storage, email);
    await storage.waitlist.erase(email, BEFORE);
  },
} satisfies Record<string, (storage: Storage, email: string) => Promise<void>>;
type State = keyof typeof histories;
const STATES = Object.keys(histories) as State[];
/** Often, so that about as many addresses are not listed as are listed. */
const OFTEN: readonly State[] = ['unknown', 'unknown'];
/** After another sign-up, an address in one of these states gets a letter. */
const WITH_LETTER: readonly State[] = ['unknown', 'a member', 'gone', 'erased'];

async function ask({ waitlist, mail }: Storage, email: string, deadAt?: number): Promise<void> {
  await waitlist.join(email, BEFORE, { via: undefined }, LINK);
  await mail.queue(BEFORE);
  for (const { id } of await takeLetters(mail, BEFORE)) {
    await mail.finish(id, { state: deadAt ? 'refused' : 'sent', reply: '', at: BEFORE, deadAt });
  }
}

/** Large, so that a turn begins every 300 ms. */
const LARGE = { perHour: 9_600, perDay: 96_000 };
/** The mail server takes so long for each letter. */
const DELIVERY_MS = 220;
/** How long a slow mail server takes: longer than the turns in which `MOST_AT_ONCE` deliveries begin. */
const SLOW_MS = 2_000;
const GAPS = 30;
/** Smaller differences come from this machine, and count as none. A turn, or waiting for a delivery, takes more. */
const EQUAL_MS = 200;
const MAX_AUC = 0.55;
/** A busy machine makes times uneven in one round. A difference that comes from the states is seen in every round. */
const ROUNDS = 3;
/** How long the test waits for a letter that must not come. */
const SETTLED_MS = 3_000;

/** A site with a mail server that shows when each letter arrives. */
async function open(t: TestContext, deliveryMs: number) {
  const arrivals: { to: string; at: number }[] = [];
  const server = await startFakeMailServer();
  server.play({ CONTENT: { delayMs: deliveryMs } });
  const site = await createMailSite({
    mail: { by: 'smtp', server: server.server, from: 'hello@impromptu.example', budget: LARGE },
  });
  t.after(async () => {
    await site.close();
    await server.close();
  });
  const watch = async () => {
    for (;;) {
      const { to } = await server.next();
      arrivals.push({ to: to[0] ?? '', at: performance.now() });
    }
  };
  void watch();
  const { storage } = site;
  await storage.inviters.put(ANA);
  const join = (email: string) => storage.waitlist.join(email, TEST_NOW, { via: undefined }, LINK);
  const bring = (email: string, state: State) => histories[state](storage, email);

  /** Waits until no letter has arrived for a while. @returns the letters to the stranger's own addresses */
  async function ownArrivals() {
    for (let seen = -1; seen < arrivals.length; ) {
      seen = arrivals.length;
      await setTimeout(SETTLED_MS);
    }
    return arrivals.filter(({ to }) => to.startsWith('own'));
  }
  return { join, bring, listen: site.listen, ownArrivals };
}

describe('the number of letters to a stranger', () => {
  for (const state of STATES) {
    test(`and their order are the same, if another address is ${state}`, async (t) => {
      const { storage, join } = await openStorageAlone(t);
      await histories[state](storage, 'other@a.example');
      await join('own1@a.example');
      await join('other@a.example');
      // A fifth of the day's budget may go to one domain, so the fourth letter to this domain waits.
      for (const n of [2, 3, 4]) await join(`own${n}@sub${n}.a.example`);
      for (const n of [5, 6]) await join(`own${n}@b.example`);
      await storage.mail.queue(TEST_NOW);
      const letters = await takeLetters(storage.mail, TEST_NOW, 99, { perHour: 5, perDay: 20 });
      assert.deepEqual(
        letters.map(({ email }) => email).filter((email) => email.startsWith('own')),
        ['own1@a.example', 'own2@sub2.a.example', 'own3@sub3.a.example', 'own5@b.example'],
      );
    });
  }
});

/** The database of a site that sends letters, without the site: the test takes each turn. */
async function openStorageAlone(t: TestContext) {
  const database = await createTestDatabase();
  const storage = await openTestStorage(database.url);
  t.after(async () => {
    await storage.close();
    await database.remove();
  });
  await storage.inviters.put(ANA);
  const join = (email: string) => storage.waitlist.join(email, TEST_NOW, { via: undefined }, LINK);
  return { storage, join };
}

describe('the times of letters to a stranger', { timeout: 900_000 }, () => {
  test('do not depend on what is stored about another address', async (t) => {
    const seen: string[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const uneven = await unevenTimes(t, new RandomValues(round));
      if (uneven.length === 0) return;
      seen.push(...uneven);
    }
    assert.fail(`The times differ in each round: ${seen.join('; ')}`);
  });

  test('do not depend on whether others get letters either, while turns wait for a slow mail server', async (t) => {
    const { join, bring, listen, ownArrivals } = await open(t, SLOW_MS);
    const silent = STATES.filter((state) => !WITH_LETTER.includes(state)).slice(
      0,
      MOST_AT_ONCE - 1,
    );
    for (const [n, state] of silent.entries()) await bring(`other@b${n}.example`, state);
    await join('own@a.example');
    await listen();
    await ownArrivals();
    await join('own@b.example');
    for (const n of silent.keys()) await join(`other@b${n}.example`);
    await join('own@c.example');
    const [, before, after] = await ownArrivals();
    const gap = (after?.at ?? 0) - (before?.at ?? 0);
    // With letters to the others, the last letter would wait for the delivery of the one before.
    assert.ok(
      gap >= SLOW_MS,
      `The gap of ${gap.toFixed()} ms shows that the others got no letter.`,
    );
  });
});

/** @returns each comparison of states whose letters arrive at other times */
async function unevenTimes(t: TestContext, random: RandomValues): Promise<string[]> {
  const { join, bring, listen, ownArrivals } = await open(t, DELIVERY_MS);
  const others: State[] = [];
  for (let n = 0; n < GAPS; n++) {
    const state = random.pick([...STATES, ...OFTEN]);
    others.push(state);
    await bring(`other@b${n}.example`, state);
  }
  await join('own@first.example');
  for (const n of others.keys()) {
    await join(`other@b${n}.example`);
    await join(`own@a${n}.example`);
  }
  await listen();
  const arrivals = await ownArrivals();
  assert.equal(arrivals.length, others.length + 1);
  const gapsOf = (states: readonly State[]) =>
    others.flatMap((state, n) => {
      const gap = (arrivals[n + 1]?.at ?? 0) - (arrivals[n]?.at ?? 0);
      return states.includes(state) ? gap : [];
    });
  const listed = STATES.filter((state) => state !== 'unknown' && state !== 'erased');
  const silent = STATES.filter((state) => !WITH_LETTER.includes(state));
  const compared: [readonly State[], State[]][] = [
    [['unknown', 'erased'], listed],
    [WITH_LETTER, silent],
  ];
  return compared.flatMap(([one, two]) => {
    const auc = areaUnderCurve(gapsOf(one), gapsOf(two));
    t.diagnostic(`${one.join(', ')}: ${auc.toFixed(3)}`);
    return Math.max(auc, 1 - auc) > MAX_AUC ? `${one.join(', ')}: ${auc.toFixed(3)}` : [];
  });
}

/** The probability that a random time of the second list is longer than one of the first; equal times count as half. */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const a of first)
    for (const b of second) wins += Math.abs(a - b) < EQUAL_MS ? 0.5 : Number(b > a);
  return wins / (first.length * second.length);
}
