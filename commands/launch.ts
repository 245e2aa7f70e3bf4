import { type Command, InvalidArgumentError } from 'commander';
import { DAY_MS, isoDay } from '../contract/durations.ts';
import { lackOfLaunch, launchedPlatforms } from '../contract/launch.ts';
import { describeLaunch } from '../server/launch/describe-launch.ts';
import type { Storage } from '../storage/open.ts';
import { author, CommandRefusal, tell, withStorage } from './command.ts';

export function addLaunch(program: Command): void {
  const launch = program
    .command('launch')
    .description(
      'Show who got the launch letter, who is kept, and on which day addresses are deleted. Safe while the site runs.',
    )
    .addHelpText(
      'after',
      '\n"Launch day" in docs/operations.md shows the way from the first letter to the end.',
    )
    .action(() => withStorage(show));
  launch
    .command('told')
    .description('Store that you have told everybody in another way, as on a site without letters.')
    .option('--undo', 'take it back, as long as no deletion was started')
    .option(
      '--on <day>',
      'on which day (UTC), such as 2027-01-31: people who joined by its end count as told; now if it is missing',
      endOf,
    )
    .action(({ on, undo }) =>
      withStorage((storage) => (undo ? takeBack(storage) : told(storage, on))),
    );
  launch
    .command('stop')
    .description('Stop the deletion after the launch, as long as it has deleted nothing.')
    .action(() => withStorage(stop));
}

/** @returns the end of a day, or now if it has not ended. @throws InvalidArgumentError unless it has begun */
function endOf(day: string): number {
  const begin = Date.parse(`${day}T00:00:00Z`);
  if (begin <= Date.now() && isoDay(begin) === day) return Math.min(Date.now(), begin + DAY_MS);
  throw new InvalidArgumentError('It must be a day that has begun, such as 2027-01-31 (UTC).');
}

async function show({ launch }: Storage): Promise<void> {
  const { state, figures = [] } = describeLaunch(await launch.figures());
  tell(state);
  for (const { name, text, note } of figures) tell(`${name}: ${text}${note && ` (${note})`}`);
}

/** @param on the time by which people were informed */
async function told(storage: Storage, on = Date.now()): Promise<void> {
  const { availability, launch } = storage;
  const { state } = await availability.read();
  const refused =
    lackOfLaunch(state) ?? (await launch.tellElsewhere(on, launchedPlatforms(state), author()));
  if (refused) throw new CommandRefusal(refused);
  await show(storage);
  tell('./site launch told --undo takes it back. Admins start the deletion in the dashboard.');
}

async function takeBack({ launch }: Storage): Promise<void> {
  if (!(await launch.forgetElsewhere(author())))
    throw new CommandRefusal(
      'Nothing was taken back: the newest launch has a letter, or its deletion is started.',
    );
  tell('Taken back. People count as told no more.');
}

async function stop({ launch }: Storage): Promise<void> {
  const refused = await launch.stop(author());
  if (refused) throw new CommandRefusal(refused);
  tell('The deletion is stopped. It had deleted nothing.');
}
