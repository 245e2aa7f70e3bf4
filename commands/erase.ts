import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { canonicalEmail } from '../server/ingest/canonical-email.ts';
import { LETTER_FILES_FOLDER } from '../server/settings/mail-settings.ts';
import { CommandRefusal, withStorage } from './command.ts';

export function addErase(program: Command): void {
  program
    .command('erase')
    .description('Permanently remove what the site stores about a person.')
    .command('waitlist')
    .description('Remove an address from the waitlist, with its letters. Safe while the site runs.')
    .argument('<email>', 'the email address; upper and lower case make no difference')
    .addHelpText(
      'after',
      `
Within an hour the running site removes what the database file still contains of the address.

Example:
  ./site erase waitlist ana@example.com`,
    )
    .action(eraseFromWaitlist);
}

async function eraseFromWaitlist(written: string): Promise<void> {
  const email = canonicalEmail(written);
  if (!email) throw new CommandRefusal(`'${written}' is not an email address.`);
  const erased = await withStorage(({ waitlist }) => waitlist.erase(email, Date.now()));
  process.stdout.write(
    erased
      ? `${email} is erased from the waitlist.\n${lettersInFiles()}`
      : `${email} is not on the waitlist.\n`,
  );
  process.exitCode = erased ? 0 : 1;
}

function lettersInFiles(): string {
  if (!existsSync(LETTER_FILES_FOLDER)) return '';
  return `Letters that LETTERS=files has written stay in ${LETTER_FILES_FOLDER}: delete them there.\n`;
}
