import { Argument, type Command } from 'commander';
import {
  type AndroidState,
  type AppChange,
  androidStates,
  describeApp,
  type IosState,
  iosStates,
} from '../contract/availability.ts';
import type { Storage } from '../storage/open.ts';
import { author, CommandRefusal, minuteOf, tell, withStorage } from './command.ts';

interface Options {
  link?: string;
}

export function addApp(program: Command): void {
  const app = program
    .command('app')
    .description(
      'Show or change where visitors get the app. The pages follow within two seconds. Safe while the site runs.',
    )
    .addHelpText(
      'after',
      `
Examples:
  ./site app                               shows the state
  ./site app ios paused                    the beta is full: invites lead to the waitlist
  ./site app ios beta --link https://testflight.apple.com/join/CODE
  ./site app ios preorder --link https://apps.apple.com/app/NAME/idNUMBER
  ./site app ios launched --link https://apps.apple.com/app/NAME/idNUMBER
  ./site app android beta --link https://play.google.com/apps/testing/PACKAGE
  ./site app android preregister --link "https://play.google.com/store/apps/details?id=PACKAGE"
  ./site app android launched --link "https://play.google.com/store/apps/details?id=PACKAGE"
  ./site app undo                          brings back the state before the last change; again: the one before it`,
    )
    .action(() => withStorage(show));
  app
    .command('ios')
    .description('Change the state of the app for iOS.')
    .addArgument(new Argument('<state>', 'the new state').choices(iosStates))
    .option(
      '--link <url>',
      'the link of the beta at TestFlight, or of the app in the App Store; without it the link stays, if it fits the state',
    )
    .action((ios: IosState, { link }: Options) =>
      withStorage((storage) =>
        change(storage, { ios, ...(link !== undefined && { iosLink: link }) }),
      ),
    );
  app
    .command('android')
    .description('Change the state of the app for Android.')
    .addArgument(new Argument('<state>', 'the new state').choices(androidStates))
    .option(
      '--link <url>',
      'the link of the app or of its test at Google Play; without it the link stays, if it fits the state',
    )
    .action((android: AndroidState, { link }: Options) =>
      withStorage((storage) =>
        change(storage, { android, ...(link !== undefined && { androidLink: link }) }),
      ),
    );
  app
    .command('undo')
    .description('Bring back the state before the last change; run again, the one before that.')
    .action(() => withStorage(undo));
}

async function show({ availability }: Storage): Promise<void> {
  const { at, state } = await availability.read();
  const since = at === null ? '' : `, since ${minuteOf(at)} UTC`;
  tell(`${describeApp(state)}${since}`);
}

async function change({ availability }: Storage, change: AppChange): Promise<void> {
  const changed = await availability.change(change, author());
  if ('problem' in changed) throw new CommandRefusal(`${changed.problem} Nothing was changed.`);
  const { before, after } = changed;
  tell(
    `${before.id === after.id ? 'This is the state already' : 'Now'}: ${describeApp(after.state)}`,
  );
}

async function undo({ availability }: Storage): Promise<void> {
  const undone = await availability.undo(author());
  if (!undone) throw new CommandRefusal('No change of the app is left to undo.');
  tell(`Now: ${describeApp(undone.after.state)}`);
}
