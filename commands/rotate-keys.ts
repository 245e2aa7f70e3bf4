import type { Command } from 'commander';
import type { Storage } from '../storage/open.ts';
import { withStorage } from './command.ts';

export function addRotateKeys(program: Command): void {
  program
    .command('rotate-keys')
    .description('Replace the secret keys of sign-ins and limits. This signs all admins out.')
    .addHelpText(
      'after',
      `
Run this command if a stranger may have read the database or a copy of it. Safe while the site runs: all instances of
the program use the new keys immediately, and for the limits per IP address from the next day (UTC) on. This ends:
  - every session: admins sign in again
  - every code that was sent but not entered, and every unfinished sign-in
  - the counts of the limits per number: they start at 0 again
The list of admins, the SMS budget and the record of erasures stay.

Example:
  ./site rotate-keys`,
    )
    .action(() => withStorage(rotate));
}

async function rotate(storage: Storage): Promise<void> {
  const { sessions, codes } = await storage.rotateKeys();
  process.stdout.write(
    `The keys were replaced. Sessions ended: ${sessions}. Codes ended: ${codes}. The counts of the limits per number start at 0 again.\n`,
  );
}
