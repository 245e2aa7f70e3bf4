import type { Command } from 'commander';
import { RESTORED } from '../contract/launch.ts';
import { letterStates, meaningsOfStates, waitingSince } from '../contract/mailings.ts';
import type { Mailing } from '../storage/mailings/read-mailings.ts';
import type { Storage } from '../storage/open.ts';
import { asCount, author, CommandRefusal, minuteOf, number, tell, withStorage } from './command.ts';

const FILE =
  'a text: the subject, an empty line, and the words, with empty lines between paragraphs';

const AS_LAUNCH = 'as the launch letter, with the stores and the day of deletion';

export function addMailing(program: Command): void {
  const mailing = program
    .command('mailing')
    // Commander would suggest "end" for "send".
    .showSuggestionAfterError(false)
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
    .description('Show how many recipients of a mailing are in each state.')
    .argument('[id]', 'its number; the newest if it is missing', asCount)
    .action((id) => withStorage((storage) => show(storage, id)));
}

async function change({ mailings }: Storage, act: 'pause' | 'resume' | 'end'): Promise<void> {
  const changed = await mailings[act](author());
  if (!changed) throw new CommandRefusal('All mailings have ended.');
  if (changed === 'restored') throw new CommandRefusal(RESTORED);
  const { accepted, waiting, uncertain, sending } = changed.letters;
  const open = number(uncertain + sending);
  tell(
    {
      pause: `Mailing ${changed.id} is paused: ${number(waiting)} wait, ${number(accepted)} have it.`,
      resume: `Sends to the remaining ${number(waiting)}; ${number(accepted)} have it.`,
      end: `Mailing ${changed.id} has ended: ${number(accepted)} have it, ${open} may have it.`,
    }[act],
  );
}

async function show({ mailings }: Storage, id: number | undefined): Promise<void> {
  const mailing = await mailings.find(id);
  if (!mailing)
    throw new CommandRefusal(id ? `There is no mailing ${id}.` : 'There is no mailing yet.');
  const { lines, sum } = describeMailing(mailing, Date.now());
  tell(lines);
  if (sum !== mailing.people)
    throw new CommandRefusal(`The sum is ${sum}, not ${mailing.people}. Run "./site recount".`);
}

/** @returns lines for a terminal, and the sum of the letters in all states */
function describeMailing(mailing: Mailing, now: number): { lines: string; sum: number } {
  const { id, subject, at, who, people, letters } = mailing;
  const parts = letterStates.filter((state) => letters[state] > 0);
  const sum = parts.reduce((sum, state) => sum + letters[state], 0);
  const lines = [
    `Mailing ${id} ${whomOf(mailing)}: ${subject}`,
    `Sent at ${minuteOf(at)} UTC by ${who ?? 'an admin'}. ${stateOf(mailing, now)}`,
    '',
    ...parts.map(
      (state) => `${figure(letters[state])}  ${state.padEnd(12)}  ${meaningsOfStates[state]}`,
    ),
    `${figure(people)}  recipients`,
  ];
  const { bounced, complained } = mailing.returned;
  if (bounced + complained > 0)
    lines.push(`Of the accepted, ${bounced} bounced, and ${complained} were reported as spam.`);
  if (letters.uncertain > 0)
    lines.push(
      '',
      "The dashboard lists the uncertain ones: look them up in your mail provider's log, and choose there.",
    );
  return { lines: lines.join('\n'), sum };
}

function whomOf({ kind, wave }: Mailing): string {
  if (kind === 'next') return `to the next people, wave ${wave}`;
  if (kind === 'everybody') return 'to everybody who has confirmed';
  return 'of the launch, to people who had not got a launch letter';
}

function stateOf({ startsAt, pausedWhy, endedAt, waits }: Mailing, now: number): string {
  if (endedAt !== null) return `It ended at ${minuteOf(endedAt)} UTC.`;
  if (pausedWhy !== null) return `It is paused. ${pausedWhy}`;
  if (startsAt > now) return `It begins at ${minuteOf(startsAt)} UTC.`;
  return waits ? waitingSince(`${minuteOf(waits.since)} UTC`, waits.why) : 'It is being sent.';
}

function figure(count: number): string {
  return number(count).padStart(9);
}
