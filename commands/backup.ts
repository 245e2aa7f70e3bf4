import type { Command } from 'commander';
import { BACKUP_DELETION_DAYS } from '../contract/durations.ts';
import { readValues } from '../server/settings/read-settings.ts';
import { inRows, withProgress } from './progress.ts';
import { requireNoDifferences } from './recount.ts';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('Back up all data to a file, as it is at one moment. Safe while the site runs.')
    .argument('<file>', 'a file that does not exist yet')
    .addHelpText(
      'after',
      `
The file is a database (DATABASE_URL=file:PATH), even if the site uses a database server. It has a temporary name
until it is complete, on disk and verified by a recount. Only your user may read it. It contains all data except
sessions. Delete backups after at most ${BACKUP_DELETION_DAYS} days: the privacy policy promises that.

Example:
  ./site backup backups/$(date +%F).db`,
    )
    .action(backup);
}

async function backup(file: string): Promise<void> {
  const { backUp } = await import('../storage/backup/backup.ts');
  const { databaseUrl: url } = readValues(process.env, ['databaseUrl']);
  const made = await withProgress(
    (watch) => backUp(url, file, Date.now(), watch),
    'Interrupted. No backup was made.',
  );
  if (!made) return;
  process.stdout.write(`${file} has ${inRows(made.rows)}, and every counter was recounted.\n`);
  requireNoDifferences(made);
}
