import assert from 'node:assert/strict';
import { DAY_MS } from '../../contract/durations.ts';
import { countDoomed, LAUNCH_DELETION_DAYS } from '../../contract/launch.ts';
import type { Storage } from '../../storage/open.ts';
import { NOON } from './test-invites.ts';
import { PLENTY } from './test-mail.ts';

export const ADMIN = { who: 'command line', at: NOON };
const TEXT = { subject: 'We are live', words: 'Come in.' };
export const addressOf = (name: string) => `${name}@${name}.example`;
export const KEPT_MS = LAUNCH_DELETION_DAYS * DAY_MS;
export const SENT = NOON + DAY_MS;
/** Of `launchedPlatforms`. */
export const [IOS, BOTH] = [1, 3];
export const STORE = 'https://apps.apple.com/app/id1234567890';
const PLAY = 'https://play.google.com/store/apps/details?id=com.example.app';

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

/** @returns how many people the letter goes to */
export async function sendLaunch(storage: Storage, at = NOON, platforms = IOS): Promise<number> {
  const { audit, availability, mailings } = storage;
  const author = { ...ADMIN, at };
  const androidLink = PLAY;
  const change = platforms === BOTH ? { android: 'launched' as const, androidLink } : {};
  await availability.change({ ios: 'launched', iosLink: STORE, ...change }, author);
  await audit.record(author, 'test-mailing');
  const people = await mailings.count('launch', { people: 0 }, platforms);
  const sent = await mailings.send({ ...TEXT, kind: 'launch', people, platforms }, author);
  return typeof sent === 'string' ? 0 : people;
}

/** Sends what is due. @returns the names of the people */
export async function send(
  { mailingLetters }: Storage,
  at = SENT,
  state: 'accepted' | 'refused' | 'uncertain' = 'accepted',
  most = 99,
): Promise<string[]> {
  const names: string[] = [];
  while (names.length < most) {
    const letter = await mailingLetters.takeTurn(PLENTY, at);
    if (typeof letter === 'string') break;
    assert.ok(letter.app);
    names.push(letter.email.split('@')[0] ?? '');
    await mailingLetters.finish(letter.id, { state, reply: '', at });
  }
  return names.toSorted();
}

export async function start({ launch }: Storage, at = SENT): Promise<void> {
  const { unstarted } = await launch.figures();
  assert.equal(await launch.start(countDoomed(unstarted), { ...ADMIN, at }), undefined);
}

export async function listed({ waitlist }: Storage): Promise<string[]> {
  return (await Array.fromAsync(waitlist.entries())).map(({ email }) => email.split('@')[0] ?? '');
}

/** Runs the retention each day, because a run goes at most a day further. */
export async function pass({ retention }: Storage, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += DAY_MS) await retention.run(at);
  await retention.run(to);
}
