import type { Command } from 'commander';
import { DAY_MS, isoDay, lastDays } from '../contract/durations.ts';
import type { Storage } from '../storage/open.ts';
import { asCount, author, CommandRefusal, minuteOf, number, tell, withStorage } from './command.ts';

const DAYS = 7;

export function addWaitlist(program: Command): void {
  const waitlist = program
    .command('waitlist')
    .description(
      `Print how many people are on the waitlist, and how many joined on each of the last ${DAYS} days (UTC). Safe while the site runs.`,
    )
    .addHelpText(
      'after',
      `
A day counts the people who joined or confirmed on it and are on the list now, and those who left on it.

Example:
  ./site waitlist`,
    )
    .action(() => withStorage(print));
  waitlist
    .command('waves')
    .description('List who was let in together, the newest first.')
    .action(() => withStorage(printWaves));
  waitlist
    .command('undo')
    .description(
      'Set all people of a wave back to waiting, at their earlier places, except those who are in.',
    )
    .argument('<wave>', 'its number, see "./site waitlist waves"', asCount)
    .action((id) => withStorage((storage) => undo(storage, id)));
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
  process.stdout.write(`\nLetters: ${what}. See ./site mail list.\n`);
}

async function printWaves({ waves, personStates }: Storage): Promise<void> {
  const all = await waves.list(Number.MAX_SAFE_INTEGER);
  const columns = ['people', 'reserved', 'invited', 'in', 'back', 'gone'] as const;
  const rows = all.map((wave) => [
    String(wave.id),
    minuteOf(wave.at),
    ...columns.map((column) => number(wave[column])),
    wave.undoneAt === null ? '' : 'undone',
  ]);
  const head = ['WAVE', 'WHEN (UTC)', ...columns.map((column) => column.toUpperCase()), ''];
  const widths = [4, 16, 6, 8, 7, 6, 6, 6, 6];
  for (const cells of [head, ...rows]) {
    tell(
      cells
        .map((cell, n) => cell.padStart(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  const at = await personStates.reportedAt();
  const when = at === undefined ? 'never' : `at ${new Date(at).toISOString()}`;
  tell(`\nThe app last reported who is in: ${when}.`);
}

async function undo({ waves }: Storage, id: number): Promise<void> {
  const undone = await waves.undo(id, author());
  if (undone === 'unknown')
    throw new CommandRefusal(`There is no wave ${id}. See "./site waitlist waves".`);
  if (undone === 'undone')
    throw new CommandRefusal(`The people of wave ${id} were set back to waiting.`);
  tell(
    `Wave ${id}: ${number(undone.back)} wait again, ${number(undone.in)} are in, ${number(undone.gone)} have left or were removed.`,
  );
}
