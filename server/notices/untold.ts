import { brand } from '../../brand.ts';
import {
  DAY_MS,
  DAYS_OF_WEEK,
  dayOf,
  HOUR_MS,
  HOURS_OF_DAY,
  isoDay,
} from '../../contract/durations.ts';
import type { NoticeName, Untold } from '../../storage/notices.ts';
import type { AppParts } from '../app-parts.ts';

/** From this hour (UTC) on, the day before is told: then it is morning in Europe, and not late in America. */
export const TOLD_FROM_HOUR = 8;
const HOURLY_AFTER_LAUNCH_MS = 48 * HOUR_MS;
/** As in the alert LettersWait. */
export const LETTERS_WAIT_HOURS = 6;
const BACKUP_DAYS = 2;
/** The beginnings of a time in ISO 8601 that name a day, and an hour. */
const DAY = 'yyyy-mm-dd';
const HOUR = `${DAY}Thh`;

/** `says` follows the name of the site. If it says nothing, `after` is only stored. */
interface News {
  after: string;
  says?: string | undefined;
}

export interface Notice extends Untold {
  sentence: string | undefined;
}

interface Facts extends Pick<AppParts, 'storage' | 'mail'> {
  now: number;
  /** When the figures of the waitlist were counted last, at most `now`. */
  countedAt: number;
  backupMadeAt: number | undefined;
}

/**
 * All that is told, in this order. `told` is the value of `after` when it was last told. Without it there is nothing to
 * compare with, as on a new database: then a day, an hour or an end only counts as told.
 *
 * @returns undefined if there is nothing new
 */
const sources: {
  readonly [Name in NoticeName]: (
    facts: Facts,
    told: string | undefined,
  ) => Promise<News | undefined>;
} = {
  mail: async ({ storage, mail, now }, told) => {
    if (!mail) return undefined;
    const { oldestWaitingAt = now } = await storage.mail.figures();
    return changed(told, now - oldestWaitingAt > LETTERS_WAIT_HOURS * HOUR_MS, {
      bad: `: letters have been waiting for more than ${LETTERS_WAIT_HOURS} hours, because the mail server cannot be used or the budget of letters is too small.`,
      good: ': letters leave again.',
    });
  },

  backup: async ({ now, backupMadeAt = now }, told) =>
    changed(told, now - backupMadeAt > BACKUP_DAYS * DAY_MS, {
      bad: `: the newest backup is more than ${BACKUP_DAYS} days old.`,
      good: ': a backup was made again.',
    }),

  'mailing paused': async ({ storage }, told = '') => {
    const why = (await storage.mailings.pausedNow())?.why ?? '';
    if (why === told) return undefined;
    return { after: why, says: why && `: a mailing is paused. ${why}` };
  },

  'mailing ended': async ({ storage, now }, told) => {
    const ended = await storage.mailings.newestEnded();
    // Not by the time of its end: somebody who confirms later lets a launch mailing go on.
    const after = ended ? new Date(ended.at).toISOString() : '';
    if (told === undefined) return { after };
    if (!ended || after <= told) return undefined;
    if (now - ended.endedAt > DAY_MS) return { after };
    const { people = 0, letters } = (await storage.mailings.find(ended.id)) ?? {};
    const accepted = number(letters?.accepted ?? 0);
    return {
      after,
      says: `: a mailing has ended. Of ${counted(people, 'letter', 'letters')}, the mail server has accepted ${accepted}.`,
    };
  },

  week: async ({ storage, now, countedAt }, told) => {
    const monday = mondayOf(finishedDay(now, countedAt) + 1);
    const [from, to] = [monday - DAYS_OF_WEEK, monday - 1];
    const after = isoDay(from * DAY_MS);
    if (told === undefined) return { after };
    if (after <= told) return undefined;
    const counts = await readCounts(storage, from, to);
    const before = await readCounts(storage, from - DAYS_OF_WEEK, to - DAYS_OF_WEEK);
    const figures = inWords(counts, before);
    return figures
      ? { after, says: `, the week from ${dateOf(from)} (UTC): ${figures}.` }
      : undefined;
  },

  day: async ({ storage, now, countedAt }, told) => {
    const day = finishedDay(now, countedAt);
    const after = isoDay(day * DAY_MS);
    if (told === undefined) return { after };
    if (after <= told) return undefined;
    const figures = inWords(await readCounts(storage, day, day));
    return figures ? { after, says: `, ${dateOf(day)} (UTC): ${figures}.` } : undefined;
  },

  hour: async ({ storage, countedAt }, told) => {
    const launchedAt = await storage.availability.launchedAt();
    const isRecent =
      launchedAt !== undefined &&
      countedAt >= launchedAt &&
      countedAt - launchedAt < HOURLY_AFTER_LAUNCH_MS;
    const time = new Date(countedAt).toISOString();
    const hour = time.slice(0, HOUR.length);
    if (told === undefined) return { after: isRecent ? hour : '' };
    if (!isRecent || hour <= told.slice(0, HOUR.length)) return undefined;
    const figures = inWords(await readCounts(storage, dayOf(countedAt), dayOf(countedAt)));
    const isSame =
      told.slice(0, DAY.length) === time.slice(0, DAY.length) &&
      told.slice(HOUR.length + 1) === figures;
    if (!figures || isSame) return undefined;
    return {
      after: `${hour} ${figures}`,
      says: `, today until ${time.slice(11, 16)} (UTC): ${figures}.`,
    };
  },
};

/** What the team was not told yet. The sentence of a notice is whole. */
export async function findUntold(parts: AppParts): Promise<Notice[]> {
  const { storage, clock, origin, mail } = parts;
  const now = clock();
  const { told, backupMadeAt } = await storage.notices.read();
  const lastCount = (await storage.retention.lastRun())?.at;
  if (lastCount === undefined) return [];
  const facts = { storage, mail, now, backupMadeAt, countedAt: Math.min(now, lastCount) };
  const found: Notice[] = [];
  for (const name of Object.keys(sources) as NoticeName[]) {
    const before = told(name);
    const news = await sources[name](facts, before);
    if (!news) continue;
    const sentence = news.says && `${nameOfSite(origin)}${news.says}`;
    found.push({ name, before, after: news.after, sentence });
  }
  return found;
}

export function nameOfSite(origin: string): string {
  return `${brand.product} at ${new URL(origin).host}`;
}

/** A trouble is told when it begins, and when it has ended. */
function changed(
  told: string | undefined,
  isBad: boolean,
  { bad, good }: { bad: string; good: string },
): News | undefined {
  const after = isBad ? 'bad' : 'good';
  return after === (told ?? 'good') ? undefined : { after, says: isBad ? bad : good };
}

/** The last day that is told: the waitlist's figures of a day are whole after the first count of the next day. */
function finishedDay(now: number, countedAt: number): number {
  return dayOf(Math.min(now - TOLD_FROM_HOUR * HOUR_MS, countedAt)) - 1;
}

/** January 1, 1970 was a Thursday. */
function mondayOf(day: number): number {
  return day - ((day + 3) % DAYS_OF_WEEK);
}

/** One and many of each figure. */
const FIGURES = {
  pageViews: ['visit', 'visits'],
  downloads: ['download', 'downloads'],
  joined: ['sign-up', 'sign-ups'],
  confirmed: ['confirmed', 'confirmed'],
  invited: ['invited', 'invited'],
  appInvitesSent: ['app invite', 'app invites'],
  acceptedInvites: ['accepted app invite', 'accepted app invites'],
} as const;
const figureNames = Object.keys(FIGURES) as (keyof typeof FIGURES)[];
type Counts = Record<keyof typeof FIGURES, number>;

/** The figures of the waitlist are those that are counted once an hour (decision 058). */
async function readCounts(
  { analytics, teamWaitlist }: AppParts['storage'],
  from: number,
  to: number,
): Promise<Counts> {
  const sums = await analytics.sums({ from, to }, HOURS_OF_DAY);
  const days = (await teamWaitlist.days(from)).filter(({ day }) => day <= to);
  const sum = (figure: 'joined' | 'confirmed' | 'invited') =>
    days.reduce((all, day) => all + day[figure], 0);
  return {
    ...{ pageViews: 0, downloads: 0, appInvitesSent: 0, acceptedInvites: 0, ...sums },
    ...{ joined: sum('joined'), confirmed: sum('confirmed'), invited: sum('invited') },
  };
}

const list = new Intl.ListFormat('en-GB');

/** @returns the empty text if nothing happened */
function inWords(counts: Counts, before?: Counts): string {
  const parts = figureNames
    .filter((name) => counts[name] > 0 || (before?.[name] ?? 0) > 0)
    .map((name, index) => {
      const [one, many] = FIGURES[name];
      const now = counted(counts[name], one, many);
      if (!before) return now;
      return `${now} (${number(before[name])}${index === 0 ? ' the week before' : ''})`;
    });
  return list.format(parts);
}

function counted(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

function number(count: number): string {
  return count.toLocaleString('en');
}

function dateOf(day: number): string {
  const format = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(day * DAY_MS).toLocaleDateString('en-US', format);
}
