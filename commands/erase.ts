import type { Command } from 'commander';
import { canonicalEmail } from '../server/canonical-email.ts';
import { readDatabaseUrl } from '../server/config.ts';
import { openStorage } from '../storage/open.ts';
import { CommandRefusal } from './refusal.ts';

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
  const storage = await openStorage(readDatabaseUrl(process.env), 'visitor');
  try {
    const erased = await storage.waitlist.erase(email);
    if (!erased) throw new CommandRefusal(`${email} is not on the waitlist.`);
    process.stdout.write(`${email} is erased from the waitlist.\n`);
  } finally {
    await storage.close();
  }
}
