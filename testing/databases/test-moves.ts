import { DAY_MS, dayOf } from '../../contract/durations.ts';
import type { Storage } from '../../storage/open.ts';
import type { Watch } from '../../storage/steps.ts';
import { ANA, BEN, NOON, VIEW } from './test-invites.ts';
import { PLENTY, takeLetters } from './test-mail.ts';

/** More than one page of a transfer has. */
const ADDRESSES_OVER_A_PAGE = 5_100;
const BYTES = new Uint8Array(32).fill(0xfe);

/** Adds letters that were sent or refused, a member with a friend, and people who have left or cannot be reached. */
async function fillLetters({ waitlist, letters, members }: Storage): Promise<void> {
  await letters.begin(NOON);
  await waitlist.join('ana@x.example', NOON, { via: undefined });
  await letters.queue(NOON);
  await members.confirm('ana@x.example', NOON);
  await members.choosePhone('ana@x.example', 'android');
  const position = await members.position('ana@x.example');
  const via = position?.state === 'confirmed' ? position.code : undefined;
  for (const email of ['ana@x.example', 'friend@x.example', 'left@x.example', 'dead@x.example']) {
    await waitlist.join(email, NOON, { via });
  }
  await letters.queue(NOON);
  for (const { id, email } of await takeLetters(letters, NOON, 10)) {
    const isAddressDead = email === 'dead@x.example';
    const state = isAddressDead ? 'refused' : 'accepted';
    await letters.finish(id, { state, isAddressDead, reply: '名', at: NOON });
  }
  await members.confirm('friend@x.example', NOON);
  await members.leave('left@x.example', NOON);
  await waitlist.join('ana@x.example', NOON, { via: undefined });
}

/** Reserves a person, and stores that another is in. */
async function letIn({ personStates, waves }: Storage): Promise<void> {
  await waves.take(
    { people: 1 },
    { order: 'position', seen: 0 },
    { who: '+15550001111', at: NOON },
  );
  await personStates.arrive([{ email: 'dead@x.example', at: NOON }], NOON);
}

/** Sends a mailing, which has ended, to the two members, and stores that a letter came back. */
async function sendMailing(storage: Storage): Promise<void> {
  const { audit, mailings, letters, returnedLetters } = storage;
  const author = { who: '+15550001111', at: NOON };
  await storage.notices.claim([{ name: 'day', before: undefined, after: '2025-06-13' }]);
  await audit.record(author, 'test-mailing');
  await mailings.send({ subject: '名', words: 'a\n\nb', kind: 'everybody', people: 2 }, author);
  const letter = await letters.take(PLENTY, NOON + DAY_MS);
  if (typeof letter === 'string') throw new Error(letter);
  await letters.finish(letter.id, { state: 'uncertain', reply: '名', at: NOON });
  await mailings.end(author);
  await returnedLetters.report([{ email: letter.email, result: 'bounced' }], author);
}

/** Adds addresses, so that a transfer of the waitlist needs two pages. Most tests do not need so many rows. */
export async function fillTwoPages({ waitlist }: Storage): Promise<void> {
  const joins = Array.from({ length: ADDRESSES_OVER_A_PAGE }, (_, n) =>
    waitlist.join(`page${n}@x`, NOON + n),
  );
  await Promise.all(joins);
}

/** Adds rows to every table. */
export async function fillEverything(storage: Storage): Promise<void> {
  const { waitlist, inviters, visits, appInvites, admins, sessions } = storage;
  const { signInCodes, spentProofs, budgets } = storage;
  for (const part of ['a', 'b', '名']) {
    for (const n of [0, 1, 2]) await waitlist.join(`${part}${n}"\\@x`, NOON + n);
  }
  for (const inviter of [ANA, BEN, { ...ANA, id: 'cat' }, { ...ANA, id: 'gone' }]) {
    await inviters.put(inviter);
  }
  await visits.record({ ...VIEW, eventId: 'load-0001' });
  await visits.record({ ...VIEW, eventId: 'load-0002', excluded: 'bot' });
  await visits.record({ ...VIEW, eventId: 'load-0003', at: NOON - 400 * DAY_MS });
  await appInvites.report(
    ['ana', 'cat', 'gone'].map((inviterId) => {
      return { inviterId, inviteId: `i-${inviterId}`, action: 'accepted', at: NOON };
    }),
  );
  for (const ref of ['ana', 'gone'])
    await waitlist.join(`by-${ref}@x`, NOON, undefined, { refs: [ref], from: 'tiktok' });
  await storage.retention.run(NOON);
  await inviters.erase('gone', NOON);
  await admins.add('+15550001111', NOON);
  await admins.setRight('+15550001111', true, { who: 'command line', at: NOON });
  await storage.availability.change({ ios: 'paused' }, { who: '+15550001111', at: NOON });
  await sessions.begin({
    tokenHash: BYTES,
    phone: '+15550001111',
    newUserId: 'user-1',
    replaces: undefined,
    secret: await storage.keySecret(),
    at: NOON,
  });
  const code = { idHash: BYTES, browserHash: BYTES, codeHash: BYTES, validUntil: NOON + 1 };
  await signInCodes.add({ ...code, phone: '+15550001111' });
  await spentProofs.spend(BYTES, NOON + 1);
  await budgets.take(BYTES, { perHour: 1, perDay: 1 }, NOON);
  await fillLetters(storage);
  await letIn(storage);
  await sendMailing(storage);
  const author = { who: '+15550001111', at: NOON };
  await storage.launch.tellElsewhere(NOON, 1, author);
  await storage.launch.start(0, author);
  await storage.marks.addNote(dayOf(NOON), '名', author);
}

/**
 * Makes a `Watch` that records the progress instead of showing it, and can stop the transfer after a number of rows.
 */
export function silentWatch({
  stopAfterRows = Number.POSITIVE_INFINITY,
} = {}): Watch & { reported: readonly number[] } {
  const interrupt = new AbortController();
  const reported: number[] = [];
  return {
    reported,
    stop: interrupt.signal,
    tell(done) {
      reported.push(done);
      if (done >= stopAfterRows) interrupt.abort();
    },
  };
}
