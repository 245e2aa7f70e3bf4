import { type Command, Option } from 'commander';
import { type MailingLetterState, mailingLetterStates } from '../contract/mailings.ts';
import type { Mailing } from '../storage/mailings/read-mailings.ts';
import type { Storage } from '../storage/open.ts';
import { asCount, author, CommandRefusal, number, tell, withStorage } from './command.ts';
import { describeMailing } from './describe-mailing.ts';
import { refuseFile, writeWhole } from './write-file.ts';

const FILE =
  'a text: the subject, an empty line, and the words, with empty lines between paragraphs';

const AS_LAUNCH = 'as the launch letter, with the stores and the day of deletion';

export function addMailing(program: Command): void {
  const mailing = program
    .command('mailing')
    .description(
      'Preview and test a mailing to people of the waitlist, and show, pause or end the one that runs. Safe while the site runs.',
    )
    .addHelpText(
      'after',
      '\nAdmins send mailings in the dashboard: docs/mail.md shows the way from the words to the end.',
    );
  mailing
    .command('preview')
    .description('Write a mailing into a folder, as .html, .txt and .eml.')
    .argument('<file>', FILE)
    .argument('<folder>', 'a folder, which is created if it is missing')
    .option('--launch', AS_LAUNCH)
    .action(async (file: string, folder: string, { launch = false }: { launch?: boolean }) => {
      const { previewMailing } = await import('./mailing-file.ts');
      await previewMailing(file, folder, launch);
    });
  mailing
    .command('test')
    .description('Send a mailing to one address now, with links that confirm nothing.')
    .argument('<file>', FILE)
    .argument('<address>', 'your own address')
    .option('--launch', AS_LAUNCH)
    .action(async (file: string, address: string, { launch = false }: { launch?: boolean }) => {
      const { testMailing } = await import('./mailing-file.ts');
      await testMailing(file, address, launch);
    });
  for (const [name, description] of [
    ['pause', 'Send nothing more until it is resumed.'],
    ['resume', 'Send the letters that wait.'],
    ['end', 'Send nothing more. People who have not got it wait again, at their places.'],
  ] as const) {
    mailing
      .command(name)
      .description(description)
      .action(() => withStorage((storage) => change(storage, name)));
  }
  mailing
    .command('show')
    .description('Show how many recipients of a mailing are in each state, or who.')
    .argument('[id]', 'its number; the newest if it is missing', asCount)
    .addOption(new Option('--state <state>', 'who is in it').choices(mailingLetterStates))
    .option('--csv <file>', 'a file that does not exist yet, for the recipients in the state')
    .action((id, options) => withStorage((storage) => show(storage, id, options)));
}

async function change({ mailings }: Storage, act: 'pause' | 'resume' | 'end'): Promise<void> {
  const changed = await mailings[act](author());
  if (!changed) throw new CommandRefusal('All mailings have ended.');
  const { accepted, waiting, uncertain, sending } = changed.letters;
  const open = number(uncertain + sending);
  if (act === 'resume' && changed.pausedWhy) return tell(`It stays paused. ${changed.pausedWhy}`);
  tell(
    {
      pause: `Mailing ${changed.id} is paused: ${number(waiting)} wait, ${number(accepted)} have it.`,
      resume: `Sends to the remaining ${number(waiting)}; ${number(accepted)} have it.`,
      end: `Mailing ${changed.id} has ended: ${number(accepted)} have it, ${open} may have it.`,
    }[act],
  );
}

async function show(
  storage: Storage,
  id: number | undefined,
  { state, csv }: { state?: MailingLetterState; csv?: string },
): Promise<void> {
  if ((state === undefined) !== (csv === undefined))
    throw new CommandRefusal('--state and --csv belong together.');
  const mailing = await storage.mailings.find(id);
  if (!mailing)
    throw new CommandRefusal(id ? `There is no mailing ${id}.` : 'There is no mailing yet.');
  if (state && csv) return await writeRecipients(storage, mailing, state, csv);
  const { lines, sum } = describeMailing(mailing, Date.now());
  tell(lines);
  if (sum !== mailing.people)
    throw new CommandRefusal(`The sum is ${sum}, not ${mailing.people}. Run "./site recount".`);
}

async function writeRecipients(
  { audit, mailings }: Storage,
  { id }: Mailing,
  state: MailingLetterState,
  file: string,
): Promise<void> {
  await refuseFile(file);
  await audit.record(author(), 'see-mailing', `${state} of mailing ${id}`);
  const { asCsv } = await import('../server/csv.ts');
  const { presentRecipient } = await import('../server/mailings/present-mailing.ts');
  let count = 0;
  async function* steps() {
    for await (const step of mailings.recipients(id, state)) {
      count += step.length;
      yield step.map(presentRecipient);
    }
  }
  const columns = ['letter', 'email', 'since', 'answer'] as const;
  await writeWhole(file, (await Array.fromAsync(asCsv(columns, steps()))).join(''));
  tell(`${number(count)} recipients of mailing ${id} are in ${file}.`);
}
