import type { Command } from 'commander';
import { canonicalEmail } from '../server/waitlist/canonical-email.ts';
import { CommandRefusal } from './refusal.ts';
import { withStorage } from './with-storage.ts';

export function addErase(program: Command): void {
  program
    .command('erase')
    .description('Remove what the site keeps about somebody, for good.')
    .command('waitlist')
    .description('Remove an address from the waitlist. Safe beside a running site.')
    .argument('<email>', 'the address, in any spelling that its owner uses')
    .addHelpText('after', '\nExample:\n  npx impromptu erase waitlist ana@example.com')
    .action(eraseFromWaitlist);
}

async function eraseFromWaitlist(written: string): Promise<void> {
  const email = canonicalEmail(written);
  if (!email) throw new CommandRefusal(`'${written}' is not an e-mail address.`);
  const { erased, traceless } = await withStorage(({ waitlist }) =>
    waitlist.erase(email, Date.now()),
  );
  const found = erased ? 'is erased from' : 'is not on';
  process.stdout.write(`${email} ${found} the waitlist.\n`);
  if (!traceless) {
    throw new CommandRefusal(
      'Its files may still keep traces: another program reads an older state of the database, or the disk has no room for a second copy of it. Run this again when that has changed.',
    );
  }
  if (!erased) process.exitCode = 1;
}
