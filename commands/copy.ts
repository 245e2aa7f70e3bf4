import type { Command } from 'commander';
import {
  DATABASE_URL_EXAMPLES,
  DATABASE_URL_FORMS,
  isDatabaseUrl,
  WHERE_PASSWORDS_STAND,
} from '../storage/engines/choose-engine.ts';
import { nameOfDatabase } from '../storage/errors.ts';
import { CommandRefusal } from './command.ts';
import { inRows, withProgress } from './progress.ts';
import { requireNoDifferences } from './recount.ts';

export function addCopy(program: Command): void {
  const [fromFile, toServer] = DATABASE_URL_EXAMPLES;
  program
    .command('copy')
    .description('Copy all data to another database. Stop the site first.')
    .requiredOption('--from <url>', 'the current database of the site, in the form of DATABASE_URL')
    .requiredOption('--to <url>', 'an empty database, in the form of DATABASE_URL')
    .addHelpText(
      'after',
      `
The rows and the counters are counted again after the copy. If the copy is interrupted, the new database stays empty.
When the copy is complete, set DATABASE_URL to the new database and start the site.

Example:
  ./site copy --from ${fromFile} --to ${toServer}

${WHERE_PASSWORDS_STAND}`,
    )
    .action(copy);
}

async function copy({ from, to }: { from: string; to: string }): Promise<void> {
  requireUrl('--from', from);
  requireUrl('--to', to);
  const { copyDatabase } = await import('../storage/backup/copy.ts');
  const copied = await withProgress(
    (watch) => copyDatabase(from, to, watch),
    'Interrupted. Nothing was copied.',
  );
  if (!copied) return;
  process.stdout.write(
    `${nameOfDatabase(to)} has all ${inRows(copied.rows)} of ${nameOfDatabase(from)}, and every counter was recounted.\n`,
  );
  requireNoDifferences(copied);
}

/** The message does not repeat the URL, because a URL may contain a password. */
function requireUrl(option: string, given: string): void {
  if (!isDatabaseUrl(given)) throw new CommandRefusal(`${option} must be ${DATABASE_URL_FORMS}.`);
}
