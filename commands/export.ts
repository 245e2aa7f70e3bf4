import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Waitlist } from '../storage/interface/waitlist.ts';
import { withStorage } from './with-storage.ts';

export function addExport(program: Command): void {
  program
    .command('export')
    .description('Write stored data to standard output.')
    .command('waitlist')
    .description('Write the waitlist as CSV, sorted by address. Safe while the site runs.')
    .addHelpText(
      'after',
      `
Columns:
  email      the address, with a ' before each part that a spreadsheet would run as a formula
  joined_at  the time of its first sign-up, ISO 8601 in UTC
  requests   the number of its sign-ups, repeats included

Example:
  npx impromptu export waitlist > waitlist.csv`,
    )
    .action(exportWaitlist);
}

async function exportWaitlist(): Promise<void> {
  const { asCsv } = await import('../server/csv.ts');
  try {
    await withStorage(({ waitlist }) =>
      pipeline(asCsv(['email', 'joined_at', 'requests'], steps(waitlist)), process.stdout, {
        end: false,
      }),
    );
  } catch (error) {
    // `reportLostOutput` has reported that standard output could not be written.
    if (error instanceof Error && 'syscall' in error && error.syscall === 'write') return;
    throw error;
  }
}

async function* steps(waitlist: Waitlist) {
  for await (const { email, joinedAt, requests } of waitlist.entries()) {
    yield [{ email, joined_at: new Date(joinedAt).toISOString(), requests }];
  }
}
