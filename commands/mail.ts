import { type Command, Option } from 'commander';
import { LETTER_RETENTION_DAYS } from '../contract/mail.ts';
import { type SignUpLetterState, signUpLetterStates } from '../contract/mailings.ts';
import type { Letter } from '../storage/letters/letter.ts';
import type { Storage } from '../storage/open.ts';
import {
  asCount,
  asCounts,
  author,
  CommandRefusal,
  minuteOf,
  number,
  tell,
  withStorage,
} from './command.ts';
import { describeLetter, tableOf } from './letter-table.ts';

const USUAL_LIMIT = 50;

export function addMail(program: Command): void {
  const mail = program
    .command('mail')
    .description('See, test and preview the letters to the waitlist. Safe while the site runs.')
    .addHelpText('after', '\ndocs/mail.md explains letters and what their states mean.');
  mail
    .command('list')
    .description('List letters, the newest first, with the last answer of the mail server.')
    .addOption(
      new Option('--state <state>', 'only letters in this state').choices(signUpLetterStates),
    )
    .option('--limit <count>', 'at most this many letters', asCount, USUAL_LIMIT)
    .addHelpText('after', '\nExample:\n  ./site mail list --state waiting')
    .action((options) => withStorage((storage) => list(storage, options)));
  mail
    .command('show')
    .description('Print all that the site knows about one letter.')
    .argument('<id>', 'the number of the letter', asCount)
    .addHelpText('after', '\nExample:\n  ./site mail show 42')
    .action((id) => withStorage((storage) => show(storage, id)));
  mail
    .command('send-again')
    .description('Send letters again that are uncertain or were refused.')
    .argument('[id...]', 'the numbers of the letters', asCounts)
    .addOption(
      new Option('--state <state>', 'all letters in this state').choices(['uncertain', 'refused']),
    )
    .addHelpText(
      'after',
      `
Examples:
  ./site mail send-again 42 43
  ./site mail send-again --state refused`,
    )
    .action(async (ids: readonly number[], { state }: { state?: 'uncertain' | 'refused' }) => {
      if (ids.length > 0 === (state !== undefined)) {
        throw new CommandRefusal('Name either the numbers of letters, or --state with a state.');
      }
      await withStorage((storage) =>
        state ? sendAllAgain(storage, state) : sendAgain(storage, ids),
      );
    });
  mail
    .command('test')
    .description(
      'Send one letter now, and say what is wrong with the settings if it cannot be sent.',
    )
    .argument('<address>', 'where to send it, such as your own address')
    .addHelpText(
      'after',
      `
The letter is the one that asks to confirm, with links that confirm nothing. It is not in the list of letters, and
does not count towards the budget. Run the command with the settings of the site.

Example:
  ./site mail test me@example.com`,
    )
    .action(async (address: string) => {
      const { sendTestLetter } = await import('./letters-by-hand.ts');
      await sendTestLetter(address);
    });
  mail
    .command('preview')
    .description(
      'Write each letter into a folder, as .html, .txt and .eml, with an invented place.',
    )
    .argument('<folder>', 'a folder, which is created if it is missing')
    .addHelpText('after', '\nExample:\n  ./site mail preview letters-preview')
    .action(async (folder: string) => {
      const { previewLetters } = await import('./letters-by-hand.ts');
      await previewLetters(folder);
    });
  mail
    .command('bounced')
    .description(
      'Report letters that bounced, or were reported as spam: their addresses get no more.',
    )
    .argument('[file]', 'CSV: address, and bounced or complained; - for standard input')
    .option('--undo <since>', 'forget what was reported since a time, in ISO 8601 with an offset')
    .addHelpText(
      'after',
      `
docs/mail.md shows how to get the file from your mail provider. Unknown addresses are ignored.

Examples:
  ./site mail bounced bounced.csv
  ./site mail bounced --undo 2026-11-28T09:00Z`,
    )
    .action(async (file: string | undefined, { undo }: { undo?: string }) => {
      if ((file === undefined) === (undo === undefined))
        throw new CommandRefusal('Name either a file, or --undo with a time.');
      const { returnedLetters, undoReturned } = await import('./returned-letters.ts');
      const { importFile } = await import('./import.ts');
      if (file !== undefined) await importFile(returnedLetters, file);
      if (undo !== undefined) await withStorage((storage) => undoReturned(storage, undo));
    });
}

async function list(
  { letters }: Storage,
  { state, limit }: { state?: SignUpLetterState; limit: number },
): Promise<void> {
  const { states } = await letters.figures();
  tell(signUpLetterStates.map((name) => `${number(states[name])} ${name}`).join(', '));
  const wait = await letters.wait.find();
  if (wait) tell(`Letters wait since ${minuteOf(wait.since)} UTC. ${wait.why}`);
  const found = await letters.list({ limit, ...(state && { state }) });
  if (found.length > 0) tell(`\n${tableOf(found)}`);
  const all = state ? states[state] : Object.values(states).reduce((sum, count) => sum + count, 0);
  if (found.length < all) {
    tell(`\nThese are the newest ${number(found.length)} of ${number(all)}. --limit shows more.`);
  }
}

async function show({ letters }: Storage, id: number): Promise<void> {
  const letter = await find(letters, id);
  const { messageIdOf } = await import('../server/letters/compose-letter.ts');
  tell(describeLetter(letter, messageIdOf(letter, await letters.secret())));
}

async function sendAgain({ letters }: Storage, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { state } = await find(letters, id);
    if (await letters.sendAgain(id, author())) {
      throw new CommandRefusal(
        `Only letters that are uncertain or refused can be sent again, and letter ${id} is ${state}.`,
      );
    }
    tell(`Letter ${id} waits. The site sends it within its budget.`);
  }
}

async function sendAllAgain({ letters }: Storage, state: 'uncertain' | 'refused'): Promise<void> {
  const { states } = await letters.figures();
  let count = 0;
  // The oldest first, as they were queued.
  for (const { id } of (await letters.list({ state, limit: states[state] })).reverse()) {
    if (!(await letters.sendAgain(id, author()))) count++;
  }
  tell(
    `Queued ${number(count)} ${state} letter${count === 1 ? '' : 's'} again. The site sends letters within its budget.`,
  );
}

async function find(letters: Storage['letters'], id: number): Promise<Letter> {
  const letter = await letters.find(id);
  if (letter) return letter;
  throw new CommandRefusal(
    `There is no letter ${id}. Letters are deleted after ${LETTER_RETENTION_DAYS} days, and when their address is erased.`,
  );
}
