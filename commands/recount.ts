import type { Command } from 'commander';
import type { Storage } from '../storage/storage.ts';
import { CommandRefusal } from './refusal.ts';
import { withStorage } from './with-storage.ts';

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
removed from the log, plus the log, and no inviter may have more downloads than page views. Names each one
that differs, and then ends with status 1. Safe beside a running site.

Example:
  npx impromptu recount`,
    )
    .action(() => withStorage(recount));
}

async function recount({ inviteEvents }: Storage): Promise<void> {
  const { events, differences } = await inviteEvents.recount();
  if (differences.length > 0) {
    throw new CommandRefusal(
      [`${differences.length} counters are wrong:`, ...differences].join('\n  '),
    );
  }
  const { total } = await inviteEvents.totals();
  process.stdout.write(
    `All counters equal the log of ${number(events)} events and its base: ${number(total.pageViews)} page views, ${number(total.downloads)} downloads, ${number(total.invitesSent)} app invites sent, ${number(total.invitesAccepted)} accepted.\n`,
  );
}

function number(count: number): string {
  return count.toLocaleString('en');
}
