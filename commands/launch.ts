import type { Command } from 'commander';
import { DAY_MS, isoDay } from '../contract/durations.ts';
import { countDoomed, launchedPlatforms, RESTORED } from '../contract/launch.ts';
import type { Storage } from '../storage/open.ts';
import { asCount, author, CommandRefusal, number, tell, withStorage } from './command.ts';

export function addLaunch(program: Command): void {
  const launch = program
    .command('launch')
    .description(
      'Show who was told of the launch, who is kept, and on which day addresses are deleted. Safe while the site runs.',
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
    .description('Stop the deletion after the launch, as long as it has deleted nothing.')
    .action(() => withStorage(stop));
}

async function show({ launch }: Storage): Promise<void> {
  const { isRestored, newest, unconfirmed, askedAt, kept } = await launch.figures();
  if (isRestored) tell(RESTORED);
  const asked = askedAt === undefined ? 'not asked to' : `asked to on ${isoDay(askedAt)}`;
  tell(`Never confirmed: ${number(unconfirmed)}, ${asked}.`);
  if (!newest) return tell('No launch has begun.');
  tell(`Kept for the next launch: ${number(kept)}.`);
  const { id, at, day, told, elsewhere, notReached, started_at, who, isOpen, deleted } = newest;
  const never = elsewhere + newest.unconfirmed + notReached;
  const state = isOpen ? 'The mailing has not ended.' : 'The deletion is not started.';
  const started =
    started_at === null
      ? state
      : `The deletion was started on ${isoDay(started_at)} by ${who ?? 'an admin'}: ${number(deleted)} are deleted.`;
  tell(
    `Launch ${id} began on ${isoDay(at)}. Day of deletion: not before ${isoDay(day * DAY_MS)}. ${started}
  ${number(countDoomed(newest))} addresses: ${number(told)} got a letter, ${number(never)} never got one (told elsewhere: ${number(elsewhere)}, never confirmed: ${number(newest.unconfirmed)}, not reached: ${number(notReached)}).`,
  );
}

async function told(
  { availability, launch }: Storage,
  { on, people, undo }: { on?: string; people?: number; undo?: true },
): Promise<void> {
  const now = author();
  if (undo) {
    if (await launch.forgetElsewhere(now)) return tell('Taken back. People count as told no more.');
    throw new CommandRefusal(
      'Nothing was taken back: the newest launch has a letter, or its deletion is started.',
    );
  }
  const begin = on === undefined ? now.at : Date.parse(`${on}T00:00:00Z`);
  if (on !== undefined && (Number.isNaN(begin) || isoDay(begin) !== on || begin > now.at))
    throw new CommandRefusal(
      `--on takes a day that has begun, such as 2027-01-31 (UTC), and is '${on}'.`,
    );
  const at = on === undefined ? now.at : Math.min(now.at, begin + DAY_MS);
  const platforms = launchedPlatforms((await availability.read()).state);
  if (platforms === 0)
    throw new CommandRefusal('No platform is launched: first run "./site app", see its --help.');
  if (people === undefined) {
    const count = await launch.countConcerned(at);
    tell(`${number(count)} people would count as told. Nothing was stored.`);
    return tell(`To store it: the same command with --people ${count}`);
  }
  const refused = await launch.tellElsewhere({ people, at, platforms }, now);
  if (refused) throw new CommandRefusal(refused);
  const day = isoDay((await launch.newestDay()) * DAY_MS);
  tell(`Stored: ${number(people)} people count as told. Day of deletion: not before ${day}.`);
  tell('./site launch told --undo takes it back. Admins start the deletion in the dashboard.');
}

async function stop({ launch }: Storage): Promise<void> {
  const { newest } = await launch.figures();
  const refused = await launch.stop(newest?.started_at ?? 0, author());
  if (refused) throw new CommandRefusal(refused);
  tell('The deletion is stopped. It had deleted nothing.');
}
