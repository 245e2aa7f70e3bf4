import type { AppParts } from '../app-parts.ts';

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

export async function readCounts(
  { analytics, teamWaitlist }: AppParts['storage'],
  from: number,
  to: number,
): Promise<Counts> {
  const sums = await analytics.sums({ from, to });
  const days = (await teamWaitlist.count()).days.filter(({ day }) => day >= from && day <= to);
  const sum = (figure: 'joined' | 'confirmed' | 'invited') =>
    days.reduce((all, day) => all + day[figure], 0);
  return {
    ...sums,
    joined: sum('joined'),
    confirmed: sum('confirmed'),
    invited: sum('invited'),
  };
}

const list = new Intl.ListFormat('en-GB');

/** @returns the empty text if nothing happened */
export function inWords(counts: Counts, before?: Counts): string {
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

export function counted(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

function number(count: number): string {
  return count.toLocaleString('en');
}
