import { brand } from '../../brand.ts';
import { DAY_MS, DAYS_OF_WEEK, dayOf, HOUR_MS, isoDay } from '../../contract/durations.ts';
import type { NoticeName, Untold } from '../../storage/notices.ts';
import type { AppParts } from '../app-parts.ts';
import { counted, inWords, readCounts } from './counts.ts';

/** The notice about a day is sent from this hour (UTC) of the next day on: morning in Europe, not late in America. */
export const TOLD_FROM_HOUR = 8;
const NO_LETTER_LEFT_HOURS = 6;
const BACKUP_DAYS = 2;

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
  /** The last day that a notice may be about. */
  finishedDay: number;
  backupMadeAt: number | undefined;
}

/**
 * Every kind of notice, in this order. `told` is the `after` of the last notice of this kind. It is undefined on a new
 * database: then a day or the end of a mailing is only stored, as if its notice had been sent.
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
    const wait = await storage.letters.wait.find();
    const isLong = wait?.for === 'server' && now - wait.since >= NO_LETTER_LEFT_HOURS * HOUR_MS;
    return changed(told, isLong, {
      bad: `: no letter has left for ${NO_LETTER_LEFT_HOURS} hours, although some wait. ${wait?.why}`,
      good: ': no letter waits for the mail server any more.',
    });
  },

  backup: async ({ now, backupMadeAt = now }, told) =>
    changed(told, now - backupMadeAt > BACKUP_DAYS * DAY_MS, {
      bad: `: the newest backup is more than ${BACKUP_DAYS} days old.`,
      good: ': a backup was made again.',
    }),

  'mailing paused': async ({ storage }, told = '') => {
    const why = (await storage.mailings.find())?.pausedWhy ?? '';
    if (why === told) return undefined;
    return { after: why, says: why && `: a mailing is paused. ${why}` };
  },

  'mailing ended': async ({ storage, now }, told) => {
    // At most one has not ended.
    const ended = (await storage.mailings.list(2)).find(({ endedAt }) => endedAt !== null);
    // Not the time of its end, because a launch mailing continues when a person confirms later.
    const after = ended ? new Date(ended.at).toISOString() : '';
    return await ifLater(told, after, async () => {
      if (!ended || now - (ended.endedAt ?? 0) > DAY_MS) return '';
      const accepted = ended.letters.accepted.toLocaleString('en');
      return `: a mailing has ended. Of ${counted(ended.people, 'letter', 'letters')}, the mail server has accepted ${accepted}.`;
    });
  },

  week: ({ storage, finishedDay }, told) => {
    const monday = mondayOf(finishedDay + 1);
    const [from, to] = [monday - DAYS_OF_WEEK, monday - 1];
    return ifLater(told, isoDay(from * DAY_MS), async () => {
      const counts = await readCounts(storage, from, to);
      const before = await readCounts(storage, from - DAYS_OF_WEEK, to - DAYS_OF_WEEK);
      return ofTime(`the week from ${dateOf(from)}`, inWords(counts, before));
    });
  },

  day: ({ storage, finishedDay: day }, told) =>
    ifLater(told, isoDay(day * DAY_MS), async () =>
      ofTime(dateOf(day), inWords(await readCounts(storage, day, day))),
    ),
};

/** The notices that are due. */
export async function findUntold(parts: AppParts): Promise<Notice[]> {
  const { storage, clock, origin, mail } = parts;
  const now = clock();
  const { told, backupMadeAt } = await storage.notices.read();
  const finishedDay = dayOf(now - TOLD_FROM_HOUR * HOUR_MS) - 1;
  const facts = { storage, mail, now, backupMadeAt, finishedDay };
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

/** A notice is sent when a problem begins, and when it has ended. */
function changed(
  told: string | undefined,
  isBad: boolean,
  { bad, good }: { bad: string; good: string },
): News | undefined {
  const after = isBad ? 'bad' : 'good';
  return after === (told ?? 'good') ? undefined : { after, says: isBad ? bad : good };
}

/** @param says returns an empty text if there is nothing to say */
async function ifLater(
  told: string | undefined,
  after: string,
  says: () => Promise<string>,
): Promise<News | undefined> {
  if (told === undefined) return { after };
  const said = after > told ? await says() : '';
  return said === '' ? undefined : { after, says: said };
}

function ofTime(time: string, figures: string): string {
  return figures === '' ? '' : `, ${time} (UTC): ${figures}.`;
}

/** January 1, 1970 was a Thursday. */
function mondayOf(day: number): number {
  return day - ((day + 3) % DAYS_OF_WEEK);
}

function dateOf(day: number): string {
  const format = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(day * DAY_MS).toLocaleDateString('en-US', format);
}
