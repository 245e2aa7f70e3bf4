import type { Command } from 'commander';
import { readDatabaseUrl } from '../server/settings/read-settings.ts';
import type { Restored } from '../storage/moving/restore.ts';
import { inRows, tellDifferences, watched } from './watched.ts';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('Restore a backup into the database of DATABASE_URL. Stop the site first.')
    .argument('<file>', 'a file that "impromptu backup" made')
    .option('--replace', 'replace all data that the database has now')
    .option(
      '--erasures-of <file...>',
      'later backups: people who were erased before one of them are erased again, too',
    )
    .option(
      '--despite-age',
      'restore a backup older than 90 days, although people erased since then may come back',
    )
    .addHelpText(
      'after',
      `
The backup is restored completely or not at all. People who were erased since the backup stay erased: the
database that it replaces knows them. If that database is lost, name your latest backups with --erasures-of.
A database that is replaced keeps its admins; a new one gets those of the backup. All admins have to sign in
again.

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
  const { restore } = await import('../storage/moving/restore.ts');
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
  tell(
    `${inRows(restored.rows)} were restored, and every counter was recounted. Erased again: ${addresses} addresses of the waitlist, ${inviters} inviters.`,
  );
  tellAdmins(restored);
  tellDifferences(restored);
}

/** Names the admins, so that one who was removed since the backup does not return unnoticed. */
function tellAdmins({ admins: { phones, areKept, leftOut } }: Restored): void {
  const whose = areKept ? 'of the database that was replaced' : 'of the backup';
  const advice = areKept ? '' : ' To remove one again: npx impromptu admin remove PHONE';
  tell(
    phones.length > 0
      ? `The admins are those ${whose}: ${phones.join(', ')}.${advice}`
      : 'There are no admins yet. To add one: npx impromptu admin add PHONE',
  );
  for (const phone of leftOut) {
    tell(
      `In the backup ${phone} was an admin, and is not one now. To change that: npx impromptu admin add ${phone}`,
    );
  }
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
