import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { asCsv } from '../server/csv.ts';
import { ADDRESS_COLUMNS, rowOf } from '../server/waitlist/team-waitlist-calls.ts';
import type { Storage } from '../storage/open.ts';
import type { Address } from '../storage/waitlist/waitlist.ts';
import { withStorage } from './command.ts';

/** Columns of a site that has sent letters. */
const MAIL_COLUMNS = ['state', 'place'];
const FIRST_COLUMNS = [
  ...['email', 'joined_at', 'requests', ...MAIL_COLUMNS],
  ...['let_in', 'wave', 'confirmed_at', 'consent', 'phone'],
];
/** With all columns of the file of the dashboard. */
export const EXPORT_COLUMNS = [...new Set([...FIRST_COLUMNS, ...ADDRESS_COLUMNS.map(inSnakeCase)])];

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
  email         the address, with a ' before each part that a spreadsheet would run as a formula
  joined_at     the time of its first sign-up, ISO 8601 in UTC
  requests      the number of its sign-ups, repeats included; 0 for an imported person who has not been asked
If the site has ever sent letters:
  state         asked or confirmed
  place         the place of a confirmed address that waits
At the end:
  let_in        waiting, reserved, invited or in
  wave          the number of the wave to which the person belongs
  confirmed_at  when the person confirmed
  consent       the version of the words to which the person then agreed (contract/mail.ts)
  phone         iphone or android, if the person has said so
  and the other columns of the file of the dashboard, which GET /api/openapi.json lists

The text begins with a byte order mark, so that spreadsheets read it as UTF-8.

Example:
  ./site export waitlist > waitlist.csv`,
    )
    .action(exportWaitlist);
}

async function exportWaitlist(): Promise<void> {
  try {
    await withStorage(async (storage) => {
      const hasMail = (await storage.letters.begunAt()) !== undefined;
      const columns = EXPORT_COLUMNS.filter((name) => hasMail || !MAIL_COLUMNS.includes(name));
      await pipeline(asCsv(columns, steps(storage)), process.stdout, { end: false });
    });
  } catch (error) {
    // `reportLostOutput` has reported that standard output could not be written.
    if (error instanceof Error && 'syscall' in error && error.syscall === 'write') return;
    throw error;
  }
}

async function* steps({ waitlist }: Storage) {
  for await (const entry of waitlist.entries()) yield [recordOf(entry)];
}

function recordOf(address: Address) {
  return {
    ...Object.fromEntries(
      Object.entries(rowOf(address)).map(([name, value]) => [inSnakeCase(name), value]),
    ),
    requests: address.requests,
    state: address.member ? 'confirmed' : 'asked',
    let_in: address.state,
  };
}

export function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
