import { dirname, join } from 'node:path';
import { type Command, program } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { StartRefusal } from '../server/settings/refusal.ts';
import { StorageRefusal, StorageUnavailable } from '../storage/errors.ts';
import { CommandRefusal } from './command.ts';
import { readEnvironmentFile } from './environment-file.ts';
import { refuseOtherNode } from './refuse-node.ts';

/** The folder of `site`, also where that is a link's folder. */
const FOLDER = join(dirname(process.argv[1] ?? ''), '..');
/**
 * Loads the module of each command, which defines the command. Only the module of the command that is run is loaded,
 * unless the help lists all. And only when a command runs, it loads large modules, such as `storage/open.ts` and
 * `server/main.ts`. Loading all of them would take most of the time of a command.
 */
const commands: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  export: async () => (await import('./export.ts')).addExport,
  erase: async () => (await import('./erase.ts')).addErase,
  import: async () => (await import('./import.ts')).addImport,
  seed: async () => (await import('./seed.ts')).addSeed,
  admin: async () => (await import('./admin.ts')).addAdmin,
  app: async () => (await import('./app.ts')).addApp,
  audit: async () => (await import('./admin.ts')).addAudit,
  waitlist: async () => (await import('./waitlist.ts')).addWaitlist,
  mail: async () => (await import('./mail.ts')).addMail,
  mailing: async () => (await import('./mailing.ts')).addMailing,
  notices: async () => (await import('./notices.ts')).addNotices,
  launch: async () => (await import('./launch.ts')).addLaunch,
  'rotate-keys': async () => (await import('./rotate-keys.ts')).addRotateKeys,
  recount: async () => (await import('./recount.ts')).addRecount,
  backup: async () => (await import('./backup.ts')).addBackup,
  restore: async () => (await import('./restore.ts')).addRestore,
  copy: async () => (await import('./copy.ts')).addCopy,
};

program
  .name('./site')
  .description('Run the site and manage its data.')
  .version(manifest.version)
  .helpCommand(false)
  .showHelpAfterError('Add --help to see how to use this command.')
  .hook('preAction', async (_program, command) => {
    // `serve` logs this warning, and must keep running when its log cannot be written.
    if (command.name() === 'serve') return;
    reportLostOutput();
    const { warningOfUnknown } = await import('../server/settings/unknown-settings.ts');
    const warning = warningOfUnknown(process.env);
    if (warning) process.stderr.write(`${warning}\n`);
  });

/** Errors that the operator can fix are printed as one sentence; all other errors with their stack trace. */
const refusals = [CommandRefusal, StartRefusal, StorageRefusal, StorageUnavailable];

try {
  refuseOtherNode(manifest.minimumNode, process.platform, process.versions.node);
  readEnvironmentFile(FOLDER);
  // Every folder has the same default.
  process.env['DATABASE_URL'] ||= `file:${join(FOLDER, 'data/impromptu.db')}`;
  const [first, ...others] = process.argv.slice(2);
  // "./site help admin add" also works, for each command. Commander's own help command supports only one level.
  const parameters = first === 'help' ? [...others, '--help'] : process.argv.slice(2);
  const [command = ''] = parameters;
  const isKnown = Object.hasOwn(commands, command);
  for (const [name, load] of Object.entries(commands)) {
    if (name === command || !isKnown) (await load())(program);
  }
  // If an unknown command had --help, Commander would print the help of the program instead of an error.
  const isUnknown = !isKnown && !command.startsWith('-');
  await program.parseAsync(isUnknown ? parameters.slice(0, 1) : parameters, { from: 'user' });
} catch (error) {
  process.exitCode = 1;
  if (!refusals.some((Refusal) => error instanceof Refusal)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
}

/**
 * Reports output that could not be written, for example because the disk is full, and sets the exit code to 1. Changes
 * that the command has made are not undone. It is not a failure if the reader closes the pipe, as `head` does.
 */
function reportLostOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    process.stderr.write(`The output is incomplete: ${error.message}.\n`);
  });
  // Without a listener an error of standard error would end the command. Such an error cannot be reported anywhere.
  process.stderr.on('error', () => {});
}
