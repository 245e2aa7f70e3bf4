import type { Command } from 'commander';
import { DATABASE_URL_FORMS, isDatabaseUrl } from '../storage/engines/choose-engine.ts';
import { nameOfDatabase } from '../storage/engines/database-name.ts';
import { copyDatabase } from '../storage/moving/copy.ts';
import { CommandRefusal } from './refusal.ts';
import { inRows, tellDifferences, watched } from './watched.ts';

export function addCopy(program: Command): void {
  program
    .command('copy')
    .description('Copy everything into another database, while no site runs on either.')
    .requiredOption('--from <url>', 'the database that the site has used, written as DATABASE_URL')
    .requiredOption('--to <url>', 'an empty one, of the same engine or another')
    .addHelpText(
      'after',
      `
Whatever has arrived is compared with what was sent. It can be interrupted, and run again to go on; until
it is complete, no site starts on the copy. Then start the site with DATABASE_URL set to it.

Example:
  npx impromptu copy --from file:data/impromptu.db --to postgres://USER:PASSWORD@HOST:PORT/DATABASE`,
    )
    .action(copy);
}

async function copy({ from, to }: { from: string; to: string }): Promise<void> {
  requireUrl('--from', from);
  requireUrl('--to', to);
  const copied = await watched(
    (watch) => copyDatabase(from, to, watch),
    'Interrupted. Run it again to go on.',
  );
  if (!copied) return;
  process.stdout.write(
    `${nameOfDatabase(to)} holds all ${inRows(copied.rows)} of ${nameOfDatabase(from)}, and every counter was counted again.\n`,
  );
  tellDifferences(copied);
}

/** What was given is not repeated: it may hold a password. */
function requireUrl(option: string, given: string): void {
  if (!isDatabaseUrl(given)) throw new CommandRefusal(`${option} must be ${DATABASE_URL_FORMS}.`);
}
