import type { Command } from 'commander';
import { canonicalEmail } from '../server/waitlist/canonical-email.ts';
import { eraseLetterFiles } from './erase-letter-files.ts';
import { CommandRefusal, refuseTraces } from './refusal.ts';
import { withStorage } from './with-storage.ts';

export function addErase(program: Command): void {
  program
    .command('erase')
    .description('Permanently remove what the site stores about a person.')
    .command('waitlist')
    .description('Remove an address from the waitlist, with its letters. Safe while the site runs.')
    .argument('<email>', 'the email address; upper and lower case make no difference')
    .addHelpText('after', '\nExample:\n  ./site erase waitlist ana@example.com')
    .action(eraseFromWaitlist);
}

async function eraseFromWaitlist(written: string): Promise<void> {
  const email = canonicalEmail(written);
  if (!email) throw new CommandRefusal(`'${written}' is not an email address.`);
  const { erased, traceless } = await withStorage(({ waitlist }) =>
    waitlist.erase(email, Date.now()),
  );
  const files = await eraseLetterFiles(email);
  const wasFound = erased || files > 0;
  const found = wasFound ? 'is erased from' : 'is not on';
  process.stdout.write(`${email} ${found} the waitlist.\n`);
  if (!traceless) refuseTraces('the address', 'run the command again');
  if (!wasFound) process.exitCode = 1;
}
