/** The rules of letters, the emails that the site sends to people on its waitlist (decision 053). */

import { LEAVE_PATH } from './screens.ts';

/** The most letters that a mailbox gets in 24 hours (`perDay`) and in 30 days (`perMonth`). Both limits apply. */
export const CONFIRM_LETTERS = { perDay: 1, perMonth: 3 } as const;
export const POSITION_LETTERS = { perDay: 1, perMonth: 30 } as const;
/** A person who has left the waitlist and signs up again is asked to confirm again, but not more often than this. */
export const RETURN_LETTERS = { perDay: 1, perMonth: 1 } as const;

/**
 * The share of an hour's letters that sign-ups of one network may use. Further sign-ups need a proof of work, and their
 * letters go later. So a flood of them leaves letters for other people.
 */
export const NETWORK_SHARE = 1 / 10;
/** The share of each budget for letters that go later: those above, those to earlier sign-ups, and mailings. */
export const LATER_SHARE = 1 / 2;

/**
 * What letters wait for: `server`: the mail server takes none; `hour` and `day`: the budget is used up; `due`: the time of
 * the next attempt.
 */
export type WaitsFor = 'server' | 'hour' | 'day' | 'due';
export interface SendingWait {
  for: WaitsFor;
  /** A sentence, with the answer of the mail server if there is one. It contains no address. */
  why: string;
  since: number;
}

/** How many letters may be sent in an hour and in a day (UTC). */
export interface LetterBudget {
  readonly perHour: number;
  readonly perDay: number;
}

/** The part of a budget that some letters may use; at least one letter. */
export function shareOf({ perHour, perDay }: LetterBudget, share: number): LetterBudget {
  const part = (letters: number) => Math.max(1, Math.floor(letters * share));
  return { perHour: part(perHour), perDay: part(perDay) };
}

/** Of a mailing: the domain at which most recipients are, of the domains with a limit. */
export interface CrowdedDomain {
  domain: string;
  people: number;
}

const NO_DOMAIN: CrowdedDomain = { domain: '', people: 0 };

/** How many letters a budget allows on a day. */
function mostInADay({ perHour, perDay }: LetterBudget): number {
  return Math.min(perDay, perHour * 24);
}

/** How many letters one domain gets on a day. */
function mostAtDomain(budget: LetterBudget): number {
  const { perHour, shareOfDay } = DOMAIN_LETTERS;
  return mostInADay({ perHour, perDay: shareOf(budget, shareOfDay).perDay });
}

/** How many days a mailing needs at least. */
export function countDays(
  letters: number,
  budget: LetterBudget,
  crowded: CrowdedDomain = NO_DOMAIN,
): number {
  const days = Math.ceil(letters / mostInADay(shareOf(budget, LATER_SHARE)));
  return Math.max(1, days, Math.ceil(crowded.people / mostAtDomain(budget)));
}

/** A sentence for admins. */
export function describeDays(
  letters: number,
  budget: LetterBudget,
  crowded: CrowdedDomain = NO_DOMAIN,
): string {
  const days = countDays(letters, budget, crowded);
  if (days > countDays(letters, budget))
    return `It needs at least ${days} days, because ${crowded.people.toLocaleString('en')} of them are at ${crowded.domain}, and a domain gets at most ${mostAtDomain(budget).toLocaleString('en')} letters a day.`;
  return `It needs at least ${days} ${days === 1 ? 'day' : 'days'}.`;
}
/** The most letters to one domain, with its sub-domains. `shareOfDay` is the share of the budget of the day (UTC). */
export const DOMAIN_LETTERS = { perHour: 50, shareOfDay: 1 / 5 } as const;
/**
 * Domains without this limit, because a large part of all people have their mailbox there, and their servers receive
 * far more mail than this site can send. An unlisted provider only gets its letters later.
 */
export const LARGE_PROVIDERS: ReadonlySet<string> = new Set(
  `
    gmail.com googlemail.com icloud.com me.com mac.com outlook.com hotmail.com live.com msn.com hotmail.co.uk
    hotmail.fr yahoo.com ymail.com aol.com yahoo.co.uk yahoo.co.jp yahoo.fr yahoo.co.in gmx.de gmx.net web.de
    t-online.de orange.fr libero.it comcast.net proton.me protonmail.com yandex.ru mail.ru qq.com 163.com naver.com
  `
    .trim()
    .split(/\s+/),
);

/**
 * The site keeps a letter, with its address, for this long after the letter was queued. A letter that is still waiting
 * then is kept until it is sent. The limits `perMonth` count the letters that were queued within this time.
 */
export const LETTER_RETENTION_DAYS = 30;

/**
 * What the operator's mail provider may report about an accepted letter: it came back for good, or the person has
 * marked it as spam. The index of a result is its number in the table.
 */
export const returnResults = ['bounced', 'complained'] as const;
export type ReturnResult = (typeof returnResults)[number];
export const MAX_RETURNED_PER_CALL = 1_000;

/** How many positions each friend moves a member up, and how many friends count. */
export const POSITIONS_PER_FRIEND = 10;
export const MAX_COUNTED_FRIENDS = 20;

export function leavePath(token: string): string {
  return `${LEAVE_PATH}/${encodeURIComponent(token)}`;
}

/** The number of waiting people is rounded to two significant digits, so smaller numbers are exact. */
export const WAITING_ROUNDED_FROM = 100;

/**
 * The version of the words with which people agree to get letters: those of the letters that ask to confirm, and of the
 * page with the button. It is stored when a person confirms. `git log -S` with a version finds its words.
 */
export const CONSENT_VERSION = '2026-11-30';
