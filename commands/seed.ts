import type { Command } from 'commander';
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../contract/durations.ts';
import { MAILING_BEGINS_AFTER_MINUTES } from '../contract/mailings.ts';
import { ANALYTICS_PATH, inviteLink } from '../contract/screens.ts';
import { readMailSettings, readOrigin, readValues } from '../server/settings/read-settings.ts';
import type { Storage } from '../storage/open.ts';
import { CommandRefusal, withStorage } from './command.ts';
import { DEMO_DOMAIN, demoEvents } from './seed-events.ts';
import { type DemoInviter, demoInviters } from './seed-inviters.ts';

/** Stands for an admin in the demo. */
const DEMO_AUTHOR = './site seed';
const PEOPLE_LET_IN = 40;
const LET_IN_DAYS_AGO = 3;
const PHONES = ['iphone', 'android', 'iphone', undefined, 'iphone'] as const;
/** Few, because a domain gets only a limited number of letters in an hour. */
const LETTERS_SENT = 40;
const MAILING = {
  subject: 'The doors open soon',
  words: 'Bring a friend, and you are in earlier.',
};
const replies = {
  accepted: '250 2.0.0 Ok: queued',
  refused: '550 5.1.1 There is no such mailbox.',
  uncertain:
    'The connection ended before the answer. The mail server may have accepted the letter.',
} as const;
const notes = [
  { daysAgo: 3, words: 'TikTok post' },
  { daysAgo: 12, words: 'Flyers at the campus' },
] as const;
/** The number of parallel writes. The storage's write queue accepts several times more. */
const EVENTS_AT_ONCE = 1_000;

export function addSeed(program: Command): void {
  program
    .command('seed')
    .description(
      'Fill the site with a demo: inviters with portraits, and 90 days of views, downloads, invites and sign-ups. Safe while the site runs.',
    )
    .addHelpText(
      'after',
      `
A demo cannot be removed: begin the real site with another database.

Example:
  ./site seed`,
    )
    .action(seed);
}

async function seed(): Promise<void> {
  const origin = readOrigin(process.env);
  const { provider, twilioAccountSid } = readValues(process.env, ['provider', 'twilioAccountSid']);
  const isLogged = provider === 'embedded' && !twilioAccountSid;
  const said = await withStorage(async (storage) => {
    const sendsMail = readMailSettings(process.env) !== undefined;
    const added = await addDemo(storage, sendsMail);
    const admins = await storage.admins.list();
    return `${added}${nextSteps(origin, admins, isLogged)}`;
  });
  process.stdout.write(said);
}

/**
 * @param sendsMail whether the demo has what only a site with mail has: people who confirmed, and a mailing
 * @returns the message for the operator
 */
export async function addDemo(
  storage: Storage,
  sendsMail: boolean,
  now = Date.now(),
): Promise<string> {
  const found = await Promise.all(demoInviters.map(({ id }) => storage.inviters.find(id)));
  if (!found.includes(undefined)) return 'The demo is already there.\n';
  await refuseBesideCounts(storage);
  for (const inviter of demoInviters) await addInviter(storage, inviter, now);
  if (sendsMail) await confirmSome(storage, now);
  const author = { who: DEMO_AUTHOR, at: now };
  for (const { daysAgo, words } of notes)
    await storage.marks.addNote(dayOf(now) - daysAgo, words, author);
  if (await hasOnlyDemo(storage)) {
    await letSomeIn(storage, sendsMail ? 'position' : 'joined', now);
    if (sendsMail) await writeToAll(storage, now);
  }
  // So that the dashboard can say when the last retention was.
  await storage.retention.run(now);
  const { total } = await storage.analytics.totals();
  return `${demoInviters.length} inviters, ${total.pageViews} page views, ${total.downloads} downloads, ${total.appInvitesSent} invites sent, ${total.acceptedInvites} accepted.\n`;
}

async function refuseBesideCounts({ analytics }: Storage): Promise<void> {
  const { total } = await analytics.totals();
  if (Object.values(total).every((count) => count === 0)) return;
  throw new CommandRefusal(
    'This database already has counts, and the demo would mix with them. Name another database in DATABASE_URL.',
  );
}

async function addInviter(storage: Storage, inviter: DemoInviter, now: number): Promise<void> {
  const { id, username, firstName, profileImageUrl } = inviter;
  await storage.inviters.put({ id, username, firstName, profileImageUrl });
  const { visits, invites, signUps } = demoEvents(inviter, now);
  for (let from = 0; from < visits.length; from += EVENTS_AT_ONCE) {
    const some = visits.slice(from, from + EVENTS_AT_ONCE);
    await Promise.all(some.map((visit) => storage.visits.record(visit)));
  }
  await storage.appInvites.report(invites);
  await Promise.all(
    signUps.map(({ email, at }) => storage.waitlist.join(email, at, undefined, { refs: [id] })),
  );
}

/** Two of three people of the demo confirm, one after another, as positions are given. Most say which phone they have. */
async function confirmSome({ members }: Storage, now: number): Promise<void> {
  const signUps = demoInviters.flatMap((inviter) => demoEvents(inviter, now).signUps);
  for (const [n, { email, at }] of signUps.toSorted((a, b) => a.at - b.at).entries()) {
    if (n % 3 === 0) continue;
    await members.confirm(email, Math.min(now, at + HOUR_MS));
    const phone = PHONES[n % PHONES.length];
    if (phone) await members.choosePhone(email, phone);
  }
}

async function hasOnlyDemo({ waitlist }: Storage): Promise<boolean> {
  for await (const { email } of waitlist.entries())
    if (!email.endsWith(`@${DEMO_DOMAIN}`)) return false;
  return true;
}

async function letSomeIn(
  { personStates, waves }: Storage,
  order: 'position' | 'joined',
  now: number,
): Promise<void> {
  const author = { who: DEMO_AUTHOR, at: now - LET_IN_DAYS_AGO * DAY_MS };
  const next = { order, seen: 0 };
  const taken = await waves.take({ people: PEOPLE_LET_IN }, next, author);
  if (typeof taken === 'string' || !('id' in taken)) return;
  await waves.invite(taken.id, author);
  const arrived = (await waves.people(taken.id)).slice(0, PEOPLE_LET_IN / 2);
  const at = now - DAY_MS;
  await personStates.arrive(
    arrived.map((email) => ({ email, at })),
    now,
  );
}

/**
 * Adds a mailing that was ended by hand, unless there is one. A running server sends none of its letters: the mailing
 * would begin in some minutes, and is ended immediately.
 */
async function writeToAll(storage: Storage, now: number): Promise<void> {
  const { audit, mailings, letters } = storage;
  if (await mailings.find()) return;
  const author = { who: DEMO_AUTHOR, at: now };
  await audit.record(author, 'test-mailing');
  const people = (await mailings.figures('everybody', { people: 0 })).people;
  await mailings.send({ ...MAILING, kind: 'everybody', people }, author);
  const at = now + MAILING_BEGINS_AFTER_MINUTES * MINUTE_MS;
  for (let n = 1; n <= LETTERS_SENT; n++) {
    const letter = await letters.take({ perHour: people * 2, perDay: people * 2 }, at);
    if (typeof letter === 'string') break;
    const state = n % 15 === 0 ? 'refused' : n % 10 === 0 ? 'uncertain' : 'accepted';
    await letters.finish(letter.id, { state, reply: replies[state], at: now });
  }
  await mailings.end(author);
}

function nextSteps(origin: string, admins: readonly string[], isLogged: boolean): string {
  const [{ id } = { id: '' }] = demoInviters;
  const command = './site admin add +15550001111 --waitlist';
  const code = isLogged
    ? ' (the code is in the log of the site, or ./site admin code prints it)'
    : '';
  const steps = [
    `Open the invite of a friend: ${origin}${inviteLink(id)}`,
    ...(admins.length === 0 ? [`Register your phone number as that of an admin: ${command}`] : []),
    `Sign in to the dashboard: ${origin}${ANALYTICS_PATH}${code}`,
  ];
  return `Next:\n${steps.map((step) => `  ${step}\n`).join('')}(${origin} is from the settings PUBLIC_URL and PORT.)\n`;
}
