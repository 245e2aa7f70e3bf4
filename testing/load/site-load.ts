import { execFile } from 'node:child_process';
import type { Agent } from 'node:http';
import { promisify } from 'node:util';
import { calls } from '../../contract/calls.ts';
import type { TrackInviteRequest } from '../../contract/schemas/invite-events.ts';
import { inviteLink } from '../../contract/screens.ts';
import type { InviteTotals } from '../../storage/analytics/sums.ts';
import { openStorage, type Storage } from '../../storage/open.ts';
import type { Recount } from '../../storage/recount.ts';
import { PROGRAM } from '../server-process.ts';
import { type Answer, ask, Load, type LoadOptions } from './load.ts';

const WRITERS = 8;
const READERS = 4;
const VIEWS_AT_ONCE = 1_000;

/** The inviter whose page is visited; `addInviter` adds the profile. */
export const INVITER = 'ana';

/** Adds an inviter, also while a server runs. */
export async function addInviter(databaseUrl: string, id = INVITER): Promise<void> {
  const profile = { username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
  await onStorage(databaseUrl, ({ inviters }) => inviters.put({ id, ...profile }));
}

/** Sends one sign-up over the agent's connections. @throws unless the answer is complete */
export function signUp(url: string, agent: Agent, email: string): Promise<Answer> {
  return ask(`${url}${calls.joinWaitlist.path}`, agent, { email });
}

/** Sends one event over the agent's connections. @throws unless the answer is complete */
export function track(url: string, agent: Agent, event: TrackInviteRequest): Promise<Answer> {
  return ask(`${url}${calls.trackInvite.path}`, agent, event);
}

type Ending = Pick<LoadOptions, 'endsWithServer'>;

/** Sends sign-ups. The addresses are the names of the load. */
export function startSignUps(url: string, name = 'visitor', options: Ending = {}): Load {
  return new Load({
    clients: WRITERS,
    nameOf: (client, n) => `${name}-${client}-${n}@example.com`,
    send: (email, agent) => signUp(url, agent, email),
    ...options,
  });
}

/** Sends views of the inviter's page. The event ids are the names of the load. */
export function startVisits(url: string, name = 'visitor', options: Ending = {}): Load {
  return new Load({
    clients: WRITERS,
    nameOf: (client, n) => `${name}-${client}-${n}`,
    send: (eventId, agent) =>
      track(url, agent, { refUserId: INVITER, action: 'page_view', eventId }),
    ...options,
  });
}

/** Requests the inviter's page. */
export function startPages(url: string): Load {
  return new Load({
    clients: READERS,
    nameOf: (client, n) => `page-${client}-${n}`,
    send: (_, agent) => ask(`${url}${inviteLink(INVITER)}`, agent),
  });
}

/** Acknowledged writes. */
export interface Ledger {
  emails: readonly string[];
  /** The event ids of views of the inviter's page. */
  views: readonly string[];
}

export interface Audit {
  acknowledged: number;
  /** Number of acknowledged writes that are not in the database. */
  lost: number;
  /** Number of addresses that are stored more than once. */
  storedTwice: number;
  /** Number of counted views. */
  views: number;
  /** One sentence for each counter that differs from a recount of the log. */
  differences: string[];
}

/**
 * Compares acknowledged writes with a database, also while a server uses it. Stores every acknowledged view again: a
 * view that is stored does not change the counters.
 *
 * @param again how many of the views are stored again, the latest first
 */
export function audit(
  databaseUrl: string,
  { emails, views }: Ledger,
  again = views.length,
): Promise<Audit> {
  return onStorage(databaseUrl, async ({ waitlist, analytics, visits, recount }) => {
    const kept = (await Array.fromAsync(waitlist.entries())).map(({ email }) => email);
    const addresses = new Set(kept);
    const before = { ...(await analytics.totals()), ...(await recount()) };
    const view = { inviterId: INVITER, action: 'page_view', excluded: undefined } as const;
    let lostViews = 0;
    for (let from = views.length - again; from < views.length; from += VIEWS_AT_ONCE) {
      const part = views.slice(from, from + VIEWS_AT_ONCE);
      const outcomes = await Promise.all(
        part.map((eventId) => visits.record({ ...view, eventId, at: Date.now() })),
      );
      lostViews += outcomes.filter((outcome) => outcome !== 'repeated').length;
    }
    const { differences } = await recount();
    return {
      acknowledged: emails.length + views.length,
      lost: emails.filter((email) => !addresses.has(email)).length + lostViews,
      storedTwice: kept.length - addresses.size,
      views: before.total.pageViews,
      differences: [...before.differences, ...differences],
    };
  });
}

/** The counters, and their differences from a recount of the log. */
export function readCounters(databaseUrl: string): Promise<InviteTotals & Recount> {
  return onStorage(databaseUrl, async ({ analytics, recount }) => ({
    ...(await analytics.totals()),
    ...(await recount()),
  }));
}

/** The addresses that `./site export waitlist` writes, sorted. */
export async function exportedAddresses(databaseUrl: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(PROGRAM, ['export', 'waitlist'], {
    env: { DATABASE_URL: databaseUrl },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const [_header, ...lines] = stdout.trimEnd().split('\r\n');
  return lines.map((line) => /^"([^"]*)"/.exec(line)?.[1] ?? line).toSorted();
}

async function onStorage<Result>(
  url: string,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  await using storage = await openStorage(url, 'command');
  return await work(storage);
}
