import type { Command } from 'commander';
import type { Storage } from '../storage/storage.ts';
import { withStorage } from './with-storage.ts';

export function addRotateKeys(program: Command): void {
  program
    .command('rotate-keys')
    .description('Replace the keys of sign-ins and limits, and sign everybody out.')
    .addHelpText(
      'after',
      `
For when somebody may have read the database or a copy of it. Safe beside a running site, all of whose copies use
the new keys at once, or for the limits per address within ten seconds. It ends:
  - every session: admins sign in again
  - every code that waits to be typed in, and sign-ins that have just begun
  - the counts of the limits per number and, on PostgreSQL, per address, which begin anew
Who is an admin, the budget of messages, and what remembers erasures stay.

Example:
  npx impromptu rotate-keys`,
    )
    .action(() => withStorage(rotate));
}

async function rotate(storage: Storage): Promise<void> {
  const { sessions, codes } = await storage.rotateKeys();
  process.stdout.write(
    `The keys are replaced. Ended: sessions ${sessions}, codes ${codes}, and the counts of limits, which begin anew.\n`,
  );
}
