import { existsSync, readFileSync } from 'node:fs';
import { program } from 'commander';
import { StartRefusal } from '../server/settings/refusal.ts';
import { StorageRefusal, StorageUnavailable } from '../storage/errors.ts';
import { addAdmin } from './admin.ts';
import { addBackup } from './backup.ts';
import { addCopy } from './copy.ts';
import { addErase } from './erase.ts';
import { addExport } from './export.ts';
import { addImport } from './import.ts';
import { addLetters } from './letters.ts';
import { reportLostOutput } from './lost-output.ts';
import { addRecount } from './recount.ts';
import { CommandRefusal } from './refusal.ts';
import { addRestore } from './restore.ts';
import { addRotateKeys } from './rotate-keys.ts';
import { addSeed } from './seed.ts';
import { addServe } from './serve.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

// Commands import large modules, such as `storage/open.ts` and `server/main.ts`, only when they run. Otherwise loading
// them would take most of the time of `--help`.
program
  .name('impromptu')
  .description('Run the Impromptu site and manage its data.')
  .version(version)
  .helpCommand(false)
  .showHelpAfterError('Add --help to see how to use this command.')
  .hook('preAction', (_program, command) => {
    refuseWithoutBuild();
    // `serve` handles errors of its output itself, because a site must keep running when its log cannot be written.
    if (command.name() !== 'serve') reportLostOutput();
  });
addServe(program);
addExport(program);
addErase(program);
addImport(program);
addSeed(program);
addAdmin(program);
addLetters(program);
addRotateKeys(program);
addRecount(program);
addBackup(program);
addRestore(program);
addCopy(program);

/** Errors that the operator can fix are printed as one sentence; all other errors with their stack trace. */
const refusals = [CommandRefusal, StartRefusal, StorageRefusal, StorageUnavailable];

try {
  const [first, ...others] = process.argv.slice(2);
  // "impromptu help admin add" also works, for each command. Commander's own help command supports only one level.
  const parameters = first === 'help' ? [...others, '--help'] : process.argv.slice(2);
  await program.parseAsync(parameters, { from: 'user' });
} catch (error) {
  process.exitCode = 1;
  if (!refusals.some((Refusal) => error instanceof Refusal)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
}

function refuseWithoutBuild(): void {
  // The last file that `npm run build` writes. Every command imports it, and `serve` also reads the pages.
  if (existsSync(new URL('../dist/kysely.js', import.meta.url))) return;
  throw new CommandRefusal(
    'The build is missing. Run npm start, which makes it, or npm run build.',
  );
}
