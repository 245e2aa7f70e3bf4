import type { Command } from 'commander';
import type { Moved } from '../storage/backup/copy.ts';
import type { Storage } from '../storage/open.ts';
import { CommandRefusal, number, withStorage } from './command.ts';

/** An error of the program can make the counters of every inviter wrong. */
const SHOWN = 20;

export function addRecount(program: Command): void {
  program
    .command('recount')
    .description('Check that the sums of invites equal the event log. Changes nothing.')
    .addHelpText(
      'after',
      `
What an inviter had on a day, and what all had in an hour, must equal the log; what an inviter had in all must
equal the sum of the inviter's days, and all hours together the sum of all inviters. The log of sign-ups is the
table sign_up_ref. No inviter may have more downloads than page views. A mailing must have a letter for each recipient,
and the states of the waitlist must fit its waves. The command prints the first ${SHOWN} wrong counters and how many
more are wrong, and exits with code 1 if a counter is wrong. Safe while the site runs.

Example:
  ./site recount`,
    )
    .action(() => withStorage(printRecount));
}

async function printRecount(storage: Storage): Promise<void> {
  const { events, signUps, differences } = await storage.recount();
  if (differences.length > 0) {
    const lines = differences.slice(0, SHOWN);
    const more = differences.length - lines.length;
    if (more > 0) lines.push(`And ${number(more)} more.`);
    const title = `${number(differences.length)} ${differences.length === 1 ? 'counter is' : 'counters are'} wrong:`;
    throw new CommandRefusal([title, ...lines].join('\n  '));
  }
  const { total } = await storage.analytics.totals();
  process.stdout.write(
    `All counters equal the log of ${number(events)} events. In all: ${number(total.pageViews)} page views, ${number(total.downloads)} downloads, ${number(total.appInvitesSent)} app invites sent, ${number(total.acceptedInvites)} accepted; ${number(signUps)} sign-ups by inviters’ links.\n`,
  );
}

/**
 * Reports counters that were wrong in the source, because they are copied unchanged. Call this last, when the copy,
 * backup or restore is complete.
 *
 * @throws CommandRefusal if there are differences
 */
export function requireNoDifferences({ differences }: Moved): void {
  if (differences.length === 0) return;
  throw new CommandRefusal(
    [`${differences.length} counters were wrong before, and still are:`, ...differences].join(
      '\n  ',
    ),
  );
}
