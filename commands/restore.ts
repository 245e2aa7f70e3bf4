import type { Command } from 'commander';
import { describeApp } from '../contract/availability.ts';
import { BACKUP_DELETION_DAYS } from '../contract/durations.ts';
import { RESTORED } from '../contract/launch.ts';
import { readValues } from '../server/settings/read-settings.ts';
import type { Restored } from '../storage/backup/restore.ts';
import { nameOfDatabase } from '../storage/errors.ts';
import { CommandRefusal, tell } from './command.ts';
import { inRows, withProgress } from './progress.ts';
import { requireNoDifferences } from './recount.ts';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('Restore a backup into the database of DATABASE_URL. Stop the site first.')
    .argument('<file>', 'a file that "./site backup" made')
    .option('--replace', 'replace all data that the database has now')
    .option(
      '--erasures-of <file...>',
      'later backups: the erasures that these backups contain are repeated',
    )
    .option(
      '--despite-age',
      `restore a backup older than ${BACKUP_DELETION_DAYS} days, although this may bring back people who were erased later`,
    )
    .addHelpText(
      'after',
      `
The backup is restored completely or not at all. People who were erased since the backup stay erased: the
replaced database has a record of them. If that database is lost, name your latest backups with --erasures-of.
With --replace the database keeps its admins; an empty database gets the admins of the backup. All admins have
to sign in again.

Examples:
  ./site restore backups/2025-06-14.db --replace
  ./site restore backups/2025-06-14.db --erasures-of backups/2025-06-20.db`,
    )
    .action(restoreFile);
}

async function restoreFile(
  file: string,
  given: { replace?: true; erasuresOf?: string[]; despiteAge?: true },
): Promise<void> {
  const { restore } = await import('../storage/backup/restore.ts');
  const { databaseUrl: url } = readValues(process.env, ['databaseUrl']);
  const options = {
    replaces: given.replace === true,
    erasuresOf: given.erasuresOf ?? [],
    despiteAge: given.despiteAge === true,
    now: Date.now(),
  };
  const restored = await withProgress(
    (watch) => restore(file, url, options, watch),
    'Interrupted. Nothing has changed.',
  );
  if (!restored) return;
  const { addresses, inviters } = restored.erasedAgain;
  tell(
    `${inRows(restored.rows)} were restored into ${nameOfDatabase(url)}, and every counter was recounted. Addresses of the waitlist erased again: ${addresses}. Inviters erased again: ${inviters}.`,
  );
  tell(
    `What visitors get is as in the backup: ${describeApp(restored.app)}. To change it: ./site app`,
  );
  tell(RESTORED);
  tellAdmins(restored);
  requireNoDifferences(restored);
  if (!restored.traceless) {
    throw new CommandRefusal(
      'The restore is complete, but traces of the replaced data may remain in the database files: either another program still reads an older state of the database, or the disk has no room for a second copy of the database. Fix this. The running site then removes them within an hour.',
    );
  }
}

/** Prints the admins, so that the operator notices an admin who was removed since the backup and is an admin again. */
function tellAdmins({ admins: { phones, areKept, leftOut } }: Restored): void {
  const whose = areKept ? 'of the database that was replaced' : 'of the backup';
  const advice = areKept ? '' : ' To remove one again: ./site admin remove PHONE';
  tell(
    phones.length > 0
      ? `The admins are those ${whose}: ${phones.join(', ')}.${advice}`
      : 'There are no admins yet. To add one: ./site admin add PHONE',
  );
  for (const phone of leftOut) {
    tell(
      `${phone} was an admin in the backup, and is not an admin now. To change that: ./site admin add ${phone}`,
    );
  }
}
