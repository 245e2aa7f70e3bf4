import type { Command } from 'commander';
import { readDatabaseUrl } from '../server/settings/read-settings.ts';
import { backUp } from '../storage/moving/backup.ts';
import { inRows, tellDifferences, watched } from './watched.ts';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description(
      'Write everything, as it is at one moment, into a file. Safe beside a running site.',
    )
    .argument('<file>', 'a file that does not exist yet')
    .addHelpText(
      'after',
      `
The file is a database of its own, whichever engine the site uses. It appears under its name once it is
whole, on disk, and has been opened and recounted, and only its own user may read it. It holds everything
but who is signed in. Keep no backup for more than 90 days: the privacy policy promises that.

Example:
  npx impromptu backup backups/$(date +%F).db`,
    )
    .action(backup);
}

async function backup(file: string): Promise<void> {
  const url = readDatabaseUrl(process.env);
  const made = await watched(
    (watch) => backUp(url, file, Date.now(), watch),
    'Interrupted. There is no backup.',
  );
  if (!made) return;
  process.stdout.write(
    `${file} holds ${inRows(made.rows)}, and every counter was counted again.\n`,
  );
  tellDifferences(made);
}
