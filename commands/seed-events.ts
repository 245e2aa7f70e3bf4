import { hash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/durations.ts';
import type { AppInvite } from '../storage/invites/app-invites.ts';
import type { InviteVisit } from '../storage/invites/visits.ts';
import type { DemoInviter } from './seed-inviters.ts';
import { SeededRandom } from './seeded-random.ts';

const DAYS = 90;

/** Relative traffic of each weekday, Sunday first. */
const WEEK = [1.25, 0.7, 0.72, 0.8, 0.95, 1.35, 1.6];
/** Relative traffic of each hour (UTC), with a peak in the evening. */
const HOURS = [3, 1, 1, 1, 1, 1, 2, 3, 4, 4, 5, 6, 8, 7, 6, 7, 9, 13, 18, 20, 17, 12, 8, 5];
/** Traffic of the first day as a share of the last day's. */
const START = 0.25;

const DOWNLOADS_A_SIGN_UP = 5;
/** The domain of the demo's addresses, to which no mail can be sent. */
export const DEMO_DOMAIN = 'demo.example';

export interface DemoEvents {
  visits: InviteVisit[];
  invites: AppInvite[];
  /** People who cannot get the app yet join the waitlist. */
  signUps: { email: string; at: number }[];
}

function timeIn(day: number, chance: SeededRandom): number {
  return day + chance.among(HOURS) * HOUR_MS + chance.upTo(HOUR_MS);
}

/**
 * Simulates the events of one inviter in the days before `now`. There are more events at weekends, in the evening and
 * in later weeks. The same inviter and day always give the same events.
 * Visits of robots are not simulated.
 */
export function demoEvents(inviter: DemoInviter, now: number): DemoEvents {
  const chance = new SeededRandom(Number.parseInt(hash('sha256', inviter.id).slice(0, 8), 16));
  const today = now - (now % DAY_MS);
  const events: Omit<DemoEvents, 'signUps'> = { visits: [], invites: [] };
  for (let day = today - (DAYS - 1) * DAY_MS; day <= today; day += DAY_MS) {
    const age = (today - day) / DAY_MS / DAYS;
    const busy = (WEEK[new Date(day).getUTCDay()] ?? 1) * (1 - age * (1 - START));
    const times = (expected: number) =>
      Array.from({ length: chance.count(expected) }, () => timeIn(day, chance));
    for (const at of times(inviter.viewsADay * busy)) events.visits.push(...visitsAt(at));
    for (const at of times(inviter.viewsADay * busy * inviter.invitesAView)) {
      events.invites.push(...invitesAt(at));
    }
  }
  const visits = events.visits.filter(({ at }) => at <= now);
  const invites = events.invites.filter(({ at }) => at <= now);
  const downloads = visits.filter(({ action }) => action === 'download_clicked');
  const signUps = downloads
    .filter((_, n) => n % DOWNLOADS_A_SIGN_UP === 0)
    .map(({ at }, n) => ({ email: `${n}.${inviter.id}@${DEMO_DOMAIN}`, at }));
  return { visits, invites, signUps };

  function visitsAt(at: number): InviteVisit[] {
    const visit = { inviterId: inviter.id, eventId: undefined, excluded: undefined };
    const view: InviteVisit = { ...visit, action: 'page_view', at };
    if (!chance.happens(inviter.conversion)) return [view];
    return [view, { ...visit, action: 'download_clicked', at: at + chance.upTo(MINUTE_MS) }];
  }

  function invitesAt(at: number): AppInvite[] {
    const inviteId = `${inviter.id}-${at}-${chance.upTo(1e9)}`;
    const invite = { inviteId, inviterId: inviter.id };
    const sent: AppInvite = { ...invite, action: 'sent', at };
    if (!chance.happens(inviter.acceptance)) return [sent];
    return [sent, { ...invite, action: 'accepted', at: at + chance.upTo(2 * DAY_MS) }];
  }
}
