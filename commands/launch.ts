import type { Command } from 'commander';
import { DAY_MS, isoDay } from '../contract/durations.ts';
import {
  countDoomed,
  describeNotAsked,
  describeNotStarted,
  describeNotStopped,
  LAUNCH_DELETION_DAYS,
  launchedPlatforms,
} from '../contract/launch.ts';
import type { Doomed } from '../storage/launch/launch-figures.ts';
import type { Storage } from '../storage/open.ts';
import { asCount, author, CommandRefusal, number, tell, withStorage } from './command.ts';

/** The next retention of a running site begins within an hour. */
const FIRST_DELETION = `The running site deletes an address ${LAUNCH_DELETION_DAYS} days after its launch letter, once an hour.`;

export function addLaunch(program: Command): void {
  const launch = program
    .command('launch')
    .description(
      'Show who was told of the launch, who is kept, and which addresses are deleted when. Safe while the site runs.',
    )
    .addHelpText(
      'after',
      '\n"Launch day" in docs/operations.md shows the way from the first letter to the end.',
    )
    .action(() => withStorage(show));
  launch
    .command('ask')
    .description('Say how many people have never confirmed, or ask them to with --people, once.')
    .option('--people <count>', 'the number that the command prints without it: asks them', asCount)
    .action((options) => withStorage((storage) => ask(storage, options)));
  launch
    .command('told')
    .description('Store that you have told everybody in another way, as on a site without letters.')
    .option('--people <count>', 'the number that the command prints without it: stores it', asCount)
    .option('--undo', 'take it back, as long as no deletion was started')
    .option(
      '--on <day>',
      'on which day (UTC), such as 2027-01-31: people who joined by its end count as told; now if it is missing',
    )
    .action((options) => withStorage((storage) => told(storage, options)));
  launch
    .command('delete')
    .description(
      'Say how many addresses would be deleted and when, or start this with --people. Nothing is deleted before its day.',
    )
    .option(
      '--people <count>',
      'the number that the command prints without it: starts the deletion',
      asCount,
    )
    .action((options) => withStorage((storage) => start(storage, options)));
  launch
    .command('stop')
    .description('Stop the deletion, as long as nothing was deleted.')
    .action(() => withStorage(stop));
}

async function show({ launch }: Storage): Promise<void> {
  const figures = await launch.figures();
  const { sentAt, unconfirmed, askedAt, kept, open, unstarted, started } = figures;
  tell(
    sentAt === undefined
      ? 'No launch letter was sent.'
      : `The newest launch letter: ${isoDay(sentAt)}.`,
  );
  const asked =
    askedAt === undefined
      ? 'No requests to confirm were sent'
      : `Requests to confirm were sent on ${isoDay(askedAt)}`;
  tell(`Never confirmed: ${number(unconfirmed)}. ${asked}: ./site launch ask.`);
  if (sentAt === undefined) return;
  tell(`Kept for the platform that is still to come: ${number(kept)}.`);
  if (open > 0) tell(`Still open, because the mailing has not ended: ${number(open)}.`);
  if (started)
    tell(
      `The deletion was started on ${isoDay(started.at)} by ${started.who ?? 'an admin'}: ${number(started.deleted)} are deleted. Still to be deleted: ${describeDoomed(started)}`,
    );
  if (countDoomed(unstarted) > 0 || !started)
    tell(`Not started, see ./site launch delete: ${describeDoomed(unstarted)}`);
}

async function ask({ launch, mail }: Storage, { people }: { people?: number }): Promise<void> {
  const { unconfirmed, askedAt } = await launch.figures();
  if (people === undefined) {
    if (askedAt !== undefined) throw new CommandRefusal(describeNotAsked.asked);
    if ((await mail.begunAt()) === undefined) throw new CommandRefusal(describeNotAsked['no mail']);
    tell(
      `${number(unconfirmed)} people wait and have never confirmed. The law of your country may forbid to ask them again. No letters were requested.`,
    );
    if (unconfirmed > 0) tell(`To ask them once: ./site launch ask --people ${unconfirmed}`);
    return;
  }
  const refused = await launch.askUnconfirmed(people, author());
  if (refused) throw new CommandRefusal(describeNotAsked[refused]);
  tell(
    `${number(people)} people are asked, within the budget of letters. Addresses with several letters lately get none.`,
  );
}

async function told(
  storage: Storage,
  { on, people, undo }: { on?: string; people?: number; undo?: true },
): Promise<void> {
  const { availability, launch } = storage;
  const now = author();
  if (undo) {
    if (!(await launch.forgetElsewhere(now)))
      throw new CommandRefusal(
        'Nothing was taken back: the last mailing is no launch letter sent elsewhere, or the deletion is started.',
      );
    return tell('Taken back. People do not count as told any more.');
  }
  const begin = on === undefined ? now.at : Date.parse(`${on}T00:00:00Z`);
  if (on !== undefined && (Number.isNaN(begin) || isoDay(begin) !== on || begin > now.at))
    throw new CommandRefusal(
      `--on takes a day that has begun, such as 2027-01-31 (UTC), and is '${on}'.`,
    );
  const at = on === undefined ? now.at : Math.min(now.at, begin + DAY_MS);
  const { state } = await availability.read();
  const platforms = launchedPlatforms(state);
  if (platforms === 0)
    throw new CommandRefusal('No platform is launched: first run "./site app", see its --help.');
  if (people === undefined) {
    const count = await launch.countToldElsewhere(at);
    tell(`${number(count)} people would count as told. Nothing was stored.`);
    return tell(`To store it: the same command with --people ${count}`);
  }
  const refused = await launch.tellElsewhere({ people, at, platforms }, now);
  if (refused === 'changed')
    throw new CommandRefusal('Nothing was stored, because the number of people has changed.');
  if (refused === 'told')
    throw new CommandRefusal(
      'Nothing was stored, because people were told of the launch on these platforms before. See "./site launch".',
    );
  if (refused)
    throw new CommandRefusal(
      'Nothing was stored, because a mailing has not ended. See "./site mailing show".',
    );
  tell(`Stored: ${number(people)} people count as told.`);
  tell('./site launch told --undo takes it back. Nothing is deleted before ./site launch delete.');
}

async function start({ launch }: Storage, { people }: { people?: number }): Promise<void> {
  const { sentAt, kept, open, unstarted, started } = await launch.figures();
  if (people === undefined) {
    if (started && countDoomed(unstarted) === 0)
      throw new CommandRefusal(`${describeNotStarted.started} "./site launch" shows it.`);
    if (sentAt === undefined) throw new CommandRefusal(describeNotStarted.unsent);
    tell(`Would be deleted: ${describeDoomed(unstarted)}`);
    if (unstarted.notReached > 0)
      tell(
        'To reach the latter before, send a launch letter again: it goes only to mailboxes that have got none.',
      );
    if (open > 0) throw new CommandRefusal(describeNotStarted.open);
    tell(`Kept: ${number(kept)}. Nothing was started.`);
    if (countDoomed(unstarted) > 0)
      tell(`To start it: ./site launch delete --people ${countDoomed(unstarted)}`);
    return;
  }
  const refused = await launch.start(people, author());
  if (refused) throw new CommandRefusal(describeNotStarted[refused]);
  tell(`Started. ${describeDoomed(unstarted)} ${FIRST_DELETION}`);
  tell('Until the first one is deleted, ./site launch stop stops it.');
}

async function stop({ launch }: Storage): Promise<void> {
  const refused = await launch.stop(author());
  if (refused) throw new CommandRefusal(describeNotStopped(refused));
  tell('The last start is taken back. It had deleted nothing.');
  if ((await launch.figures()).started) tell('An earlier start goes on: see ./site launch.');
}

function describeDoomed(doomed: Doomed): string {
  const { told, unconfirmed, notReached, firstAt, lastAt } = doomed;
  const never = unconfirmed + notReached;
  const why = `${number(unconfirmed)} have never confirmed, ${number(notReached)} have confirmed and got no letter at this address`;
  const who = `${number(countDoomed(doomed))} addresses: ${number(told)} were told, ${number(never)} were not (${why}).`;
  if (firstAt === undefined || lastAt === undefined) return who;
  return `${who} The first is due on ${isoDay(firstAt)}, the last on ${isoDay(lastAt)}.`;
}
