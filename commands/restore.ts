import type { Command } from 'commander';
import { readDatabaseUrl } from '../server/settings/read-settings.ts';
import { type Restored, restore } from '../storage/moving/restore.ts';
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
The database that is replaced keeps its admins; a new one gets those of the backup. Everybody has to sign in
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
    `${inRows(restored.rows)} are restored, and every counter was counted again. Erased again: ${addresses} addresses of the waitlist, ${inviters} inviters.`,
  );
  tellAdmins(restored);
  tellDifferences(restored);
}

/** An admin who was removed since the backup must not come back unnoticed. */
function tellAdmins({ admins: { phones, areKept, leftOut } }: Restored): void {
  const whose = areKept ? 'of the database that was replaced' : 'of the backup';
  const advice = areKept
    ? ''
    : ' If one of them was removed since: npx impromptu admin remove PHONE';
  tell(
    phones.length > 0
      ? `The admins are those ${whose}: ${phones.join(', ')}.${advice}`
      : 'There is no admin. To make one: npx impromptu admin add PHONE',
  );
  for (const phone of leftOut) {
    tell(
      `The backup also names ${phone}, who is no admin now. To change that: npx impromptu admin add ${phone}`,
    );
  }
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
