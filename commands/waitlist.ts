import type { Command } from 'commander';
import { DAY_MS, isoDay, lastDays } from '../contract/durations.ts';
import type { Storage } from '../storage/open.ts';
import { number, withStorage } from './command.ts';
import { addWaves } from './waves.ts';

const DAYS = 7;

export function addWaitlist(program: Command): void {
  const waitlist = program
    .command('waitlist')
    .description(
      `Print how many people are on the waitlist, and how many joined on each of the last ${DAYS} days (UTC); or let people in. Safe while the site runs.`,
    )
    .addHelpText(
      'after',
      `
A day counts the people who joined or confirmed on it and are on the list now, and those who left on it.

Example:
  ./site waitlist`,
    )
    .action(() => withStorage(print));
  addWaves(waitlist);
}

async function print({ teamWaitlist }: Storage): Promise<void> {
  const now = Date.now();
  const { days, sums } = await teamWaitlist.count();
  const sum = (figure: keyof typeof sums) => number(sums[figure]);
  const counted = new Map(days.map((day) => [day.day, day]));
  const rows = lastDays(DAYS, now).map((day) => {
    const { joined = 0, confirmed = 0, departed = 0 } = counted.get(day) ?? {};
    return [isoDay(day * DAY_MS), ...[joined, confirmed, departed].map(number)];
  });
  process.stdout.write(
    `On the list: ${sum('onList')}. Confirmed: ${sum('confirmed')}. Invited: ${sum('invited')}. In: ${sum('in')}. Left: ${sum('left')}.\nOf the confirmed, with an iPhone: ${sum('iphone')}. With an Android phone: ${sum('android')}.\n\n`,
  );
  for (const cells of [['DAY (UTC)', 'NEW', 'CONFIRMED', 'LEFT'], ...rows]) {
    process.stdout.write(`${cells.map((cell) => cell.padStart(10)).join('  ')}\n`);
  }
  const letters = await teamWaitlist.openLetters();
  const open = Object.entries(letters).filter(([, count]) => count > 0);
  if (open.length === 0) return;
  const what = open.map(([state, count]) => `${number(count)} ${state}`).join(', ');
  process.stdout.write(`\nLetters: ${what}. See ./site mail list and ./site mail uncertain.\n`);
}
