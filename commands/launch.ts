import type { Command } from 'commander';
import { DAY_MS, isoDay } from '../contract/durations.ts';
import { countDoomed, describeNotStopped, launchedPlatforms } from '../contract/launch.ts';
import type { Doomed } from '../storage/launch/launch-figures.ts';
import type { Storage } from '../storage/open.ts';
import { asCount, author, CommandRefusal, number, tell, withStorage } from './command.ts';

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
  tell(`Never confirmed: ${number(unconfirmed)}. ${asked}.`);
  if (sentAt === undefined) return;
  tell(`Kept for the platform that is still to come: ${number(kept)}.`);
  if (open > 0) tell(`Still open, because the mailing has not ended: ${number(open)}.`);
  if (started)
    tell(
      `The deletion was started on ${isoDay(started.at)} by ${started.who ?? 'an admin'}: ${number(started.deleted)} are deleted. Still to be deleted: ${describeDoomed(started)}`,
    );
  if (countDoomed(unstarted) > 0 || !started) tell(`Not started: ${describeDoomed(unstarted)}`);
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
  tell('./site launch told --undo takes it back. Admins start the deletion in the dashboard.');
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
