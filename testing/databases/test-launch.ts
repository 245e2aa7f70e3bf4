import assert from 'node:assert/strict';
import { DAY_MS } from '../../contract/durations.ts';
import { deletionDay } from '../../contract/launch.ts';
import type { Storage } from '../../storage/open.ts';
import { NOON } from './test-invites.ts';
import { sendDue } from './test-mail.ts';

export const ADMIN = { who: 'command line', at: NOON };
export const addressOf = (name: string) => `${name}@${name}.example`;
export const SENT = NOON + DAY_MS;
/** The first moment of the day that a launch letter names which is sent at noon. */
export const DUE = deletionDay(NOON, 1) * DAY_MS;
/** Of `launchedPlatforms`. */
export const [IOS, BOTH] = [1, 3];
export const STORE = 'https://apps.apple.com/app/id1234567890';
export const PLAY = 'https://play.google.com/store/apps/details?id=com.example.app';

export async function join(
  { waitlist }: Storage,
  names: readonly string[],
  at = NOON - 1,
): Promise<void> {
  for (const email of names.map(addressOf)) await waitlist.join(email, at);
}

export async function confirm(
  storage: Storage,
  names: readonly string[],
  at = NOON,
): Promise<void> {
  await join(storage, names, at - 1);
  for (const email of names.map(addressOf)) await storage.members.confirm(email, at);
}

/** @returns how many people the letter goes to, or why it was not sent */
export async function sendLaunch(storage: Storage, at = NOON, platforms = IOS) {
  const { audit, availability, mailings } = storage;
  const author = { ...ADMIN, at };
  const android = platforms === BOTH ? ({ android: 'launched', androidLink: PLAY } as const) : {};
  await availability.change({ ios: 'launched', iosLink: STORE, ...android }, author);
  await audit.record(author, 'test-mailing');
  const people = (await mailings.figures('launch', { people: 0 }, platforms)).people;
  const text = { subject: 'We are live', words: 'Come in.', kind: 'launch' } as const;
  const launch = { platforms, day: deletionDay(at, 1) };
  const sent = await mailings.send({ ...text, people, launch }, author);
  return typeof sent === 'string' && people > 0 ? sent : people;
}

/** Sends what is due. @returns the names of the people */
export async function send(
  storage: Storage,
  at = SENT,
  state: 'accepted' | 'refused' | 'uncertain' = 'accepted',
  most?: number,
): Promise<string[]> {
  const sent = await sendDue(storage, at, most, state);
  return sent.map(({ email }) => email.split('@')[0] ?? '').toSorted();
}

export async function newestOf({ launch }: Storage) {
  const { newest } = await launch.figures();
  assert.ok(newest);
  return newest;
}

/** Starts the deletion of the newest launch. @returns how many addresses it deletes */
export async function start(storage: Storage, at = SENT): Promise<number> {
  const { people } = await newestOf(storage);
  assert.equal(await storage.launch.start(people, { ...ADMIN, at }), undefined);
  return people;
}

export async function listed({ waitlist }: Storage): Promise<string[]> {
  return (await Array.fromAsync(waitlist.entries())).map(({ email }) => email.split('@')[0] ?? '');
}

/** Runs the retention each day, because a run goes at most a day further. */
export async function pass({ retention }: Storage, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += DAY_MS) await retention.run(at);
  await retention.run(to);
}
