import type { Command } from 'commander';
import { readDatabaseUrl } from '../server/settings/read-settings.ts';
import { restore } from '../storage/restore.ts';
import { inRows, tellDifferences, watched } from './watched.ts';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('Put a backup into the database of DATABASE_URL, while no site runs on it.')
    .argument('<file>', 'what "impromptu backup" has written')
    .option('--replace', 'have it take the place of what the database holds')
    .option(
      '--erasures-of <file...>',
      'later backups: whoever was erased before them is erased again, too',
    )
    .option(
      '--despite-age',
      'take a backup of more than 90 days, though erasures since may be forgotten',
    )
    .addHelpText(
      'after',
      `
It is done as a whole or not at all. Whoever was erased since the backup does not come back: the database
that it replaces knows them. Where that is lost, name the latest backup that is left with --erasures-of.
Everybody has to sign in again.

Examples:
  npx impromptu restore backups/2025-06-14.db --replace
  npx impromptu restore backups/2025-06-14.db --erasures-of backups/2025-06-20.db`,
    )
    .action(restoreFile);
}

async function restoreFile(
  file: string,
  given: { replace?: true; erasuresOf?: string[]; despiteAge?: true },
): Promise<void> {
  const url = readDatabaseUrl(process.env);
  const options = {
    replaces: given.replace === true,
    erasuresOf: given.erasuresOf ?? [],
    despiteAge: given.despiteAge === true,
    now: Date.now(),
  };
  const restored = await watched(
    (watch) => restore(file, url, options, watch),
    'Interrupted. Nothing has changed.',
  );
  if (!restored) return;
  const { addresses, inviters } = restored.erasedAgain;
  process.stdout.write(
    `${inRows(restored.rows)} are restored, and every counter was counted again. Erased again: ${addresses} addresses of the waitlist, ${inviters} inviters.\n`,
  );
  tellDifferences(restored);
}
