import type { Command } from 'commander';
import { readDatabaseUrl } from '../server/config.ts';
import { openStorage } from '../storage/open.ts';
import { CommandRefusal } from './refusal.ts';

export function addRecount(program: Command): void {
  program
    .command('recount')
    .description(
      'Prove that the counters of invites equal what the log adds up to. Changes nothing.',
    )
    .addHelpText(
      'after',
      `
Every counter (of an inviter, of a day, over all) must equal its base, which holds what retention has
removed from the log, plus the log. Names each one that does not, and then ends with status 1. Safe beside
a running site.

Example:
  npx impromptu recount`,
    )
    .action(recount);
}

async function recount(): Promise<void> {
  const storage = await openStorage(readDatabaseUrl(process.env), 'visitor');
  try {
    const { events, differences } = await storage.inviteEvents.recount();
    if (differences.length > 0) {
      throw new CommandRefusal(
        [`${differences.length} counters are wrong:`, ...differences].join('\n  '),
      );
    }
    const { total } = await storage.inviteEvents.totals();
    process.stdout.write(
      `All counters equal the log of ${number(events)} events and its base: ${number(total.pageViews)} page views, ${number(total.downloads)} downloads, ${number(total.invitesSent)} app invites sent, ${number(total.invitesAccepted)} accepted.\n`,
    );
  } finally {
    await storage.close();
  }
}

function number(count: number): string {
  return count.toLocaleString('en');
}
