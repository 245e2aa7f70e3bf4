import { type Command, Option } from 'commander';
import { LAUNCH_FOR_ALL, launchedPlatforms } from '../contract/launch.ts';
import { describeDays } from '../contract/mail.ts';
import {
  MAILING_BEGINS_AFTER_MINUTES,
  type MailingKind,
  type MailingLetterState,
  mailingLetterStates,
  noRecipients,
  notAgain,
  TEST_WITHIN_HOURS,
} from '../contract/mailings.ts';
import type { Phone } from '../contract/phones.ts';
import {
  describeFriends,
  MAX_PEOPLE_PER_WAVE,
  type NextPeople,
} from '../contract/team-waitlist.ts';
import type { Mailing } from '../storage/mailings/read-mailings.ts';
import type { NextFigures } from '../storage/mailings/recipients.ts';
import type { NotSent } from '../storage/mailings/send-mailing.ts';
import type { Storage } from '../storage/open.ts';
import { asCount, asCounts, author, CommandRefusal, number, tell, withStorage } from './command.ts';
import { describeMailing } from './describe-mailing.ts';
import { phoneOption, withFriendsOption } from './next-people.ts';
import { refuseFile, writeWhole } from './write-file.ts';

const FILE =
  'a text: the subject, an empty line, and the words, with empty lines between paragraphs';

const AS_LAUNCH = 'as the launch letter, with the stores and the day of deletion';

export function addMailing(program: Command): void {
  const mailing = program
    .command('mailing')
    .description('Write to many people of the waitlist at once. Safe while the site runs.')
    .addHelpText('after', '\ndocs/mail.md shows the way from the words to the end.');
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
  mailing
    .command('send')
    .description('Say to how many people a mailing would go, or send it with --people.')
    .argument('<file>', FILE)
    .option('--next <count>', 'invite the next people by place, at most this many', asCount)
    .option('--everybody', 'to all who have confirmed')
    .option('--launch', 'the launch letter, to all who have confirmed and have not got it yet')
    .addOption(phoneOption())
    .addOption(withFriendsOption())
    .option('--people <count>', 'how many people the command has named: sends it', asCount)
    .addHelpText(
      'after',
      `
It begins ${MAILING_BEGINS_AFTER_MINUTES} minutes later; until then "./site mailing end" takes it back.

Examples:
  ./site mailing send news.txt --next 200
  ./site mailing send news.txt --next 200 --phone iphone --with-friends
  ./site mailing send news.txt --next 200 --people 200`,
    )
    .action(send);
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
  mailing
    .command('assume-delivered')
    .description('Count uncertain letters as accepted: their people are invited.')
    .argument('<letter...>', 'their numbers, see the CSV', asCounts)
    .action((ids) => withStorage((storage) => assumeDelivered(storage, ids)));
  mailing
    .command('send-again')
    .description('Send letters of the newest mailing again that are uncertain or were refused.')
    .argument('<letter...>', 'their numbers, see the CSV', asCounts)
    .action((ids) => withStorage((storage) => sendAgain(storage, ids)));
}

const whyNotSent: Readonly<Record<NotSent, string>> = {
  changed:
    'Nothing was sent, because the number of people has changed. Run the command without --people.',
  running:
    'Nothing was sent, because the previous mailing has not ended. See "./site mailing show".',
  untested: `Nothing was sent: send a test letter first with "./site mailing test", at most ${TEST_WITHIN_HOURS} hours before the first mailing.`,
};

async function send(
  file: string,
  {
    next,
    everybody,
    launch,
    phone,
    withFriends,
    people,
  }: {
    next?: number;
    everybody?: true;
    launch?: true;
    phone?: Phone;
    withFriends?: true;
    people?: number;
  },
): Promise<void> {
  if ([next, everybody, launch].filter((one) => one !== undefined).length !== 1)
    throw new CommandRefusal('Name either --next with a number, or --everybody, or --launch.');
  if (next !== undefined && next > MAX_PEOPLE_PER_WAVE)
    throw new CommandRefusal(`--next takes at most ${number(MAX_PEOPLE_PER_WAVE)} people.`);
  if (withFriends && next === undefined)
    throw new CommandRefusal('--with-friends belongs to --next.');
  if (launch && phone) throw new CommandRefusal(LAUNCH_FOR_ALL);
  const kind = kindOf(launch, everybody);
  const { readMailing, readLaunchedApp } = await import('./mailing-file.ts');
  const { text, settings } = await readMailing(file);
  await withStorage(async (storage) => {
    const { mailings } = storage;
    const platforms = launch ? launchedPlatforms(await readLaunchedApp(storage)) : 0;
    const asked = { people: next ?? 0, phone, withFriends };
    const { people: count, friends } = await countPeople(storage, kind, asked, platforms);
    const howLong = describeDays(count, settings.budget, await mailings.acceptedBefore(Date.now()));
    if (people === undefined) {
      tell(`It would go to ${number(count)} people. ${howLong} Nothing was sent.`);
      if (friends) tell(describeFriends(count, friends));
      return tell(`To send it: the same command with --people ${count}`);
    }
    const whom = { ...asked, kind, most: next ?? people, people, platforms };
    const sent = await mailings.send({ ...text, ...whom }, author());
    if (typeof sent === 'string') throw new CommandRefusal(whyNotSent[sent]);
    const wave = sent.wave === null ? '' : ` They are wave ${sent.wave}.`;
    tell(
      `Mailing ${sent.id} to ${number(people)} people begins in ${MAILING_BEGINS_AFTER_MINUTES} minutes.${wave} ${howLong}`,
    );
  });
}

async function countPeople(
  { mailings }: Storage,
  kind: MailingKind,
  next: NextPeople,
  platforms: number,
): Promise<NextFigures> {
  const figures =
    kind === 'next'
      ? await mailings.figuresOfNext(next)
      : { people: await mailings.count(kind, next, platforms) };
  if (figures.people === 0) throw new CommandRefusal(noRecipients[kind]);
  return figures;
}

function kindOf(launch: true | undefined, everybody: true | undefined): MailingKind {
  if (launch) return 'launch';
  return everybody ? 'everybody' : 'next';
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

async function assumeDelivered({ mailingLetters }: Storage, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    if (!(await mailingLetters.assumeDelivered(id, author())))
      throw new CommandRefusal(`Letter ${id} of a mailing is not uncertain.`);
    tell(`Letter ${id} counts as accepted.`);
  }
}

async function sendAgain({ mailingLetters }: Storage, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const why = await mailingLetters.sendAgain(id, author());
    if (why) throw new CommandRefusal(`Letter ${id} cannot be sent again: ${notAgain[why]}.`);
    tell(`Letter ${id} waits. The site sends it within its budget.`);
  }
}
