import type { Command } from 'commander';
import { asCount, CommandRefusal, withStorage } from './command.ts';
import { type Imported, importRows, nothingYet } from './import-rows.ts';
import { nameOf, openRows } from './import-source.ts';
import { type Subject, subjects } from './import-subjects.ts';
import { FIELDS, importWaitlist } from './import-waitlist.ts';
import { INTERRUPTED, interruption } from './progress.ts';

const FILE = 'CSV with column names in its first line; - for standard input';

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('Import data of the app from a file. Safe while the site runs.');
  for (const [name, subject] of Object.entries(subjects)) {
    command
      .command(name)
      .description(subject.description)
      .argument('<file>', FILE)
      .addHelpText('after', helpOn(name, subject))
      .action((file: string) => importFile(subject, file));
  }
  command
    .command('waitlist')
    .description('Say whom of a list that was kept elsewhere an import would add, or add them.')
    .argument('<file>', FILE)
    .option('--people <count>', 'how many people the command has named: imports them', asCount)
    .addHelpText(
      'after',
      `
Fields:
${linesOn(FIELDS)}

Not added: people who have left this waitlist, and those who were erased from it. No one gets a letter before
an admin asks them to confirm, or a mailing. Those who have confirmed follow the members, in the order of their times. A
person who is in the file twice gets the earliest times and the first phone. Nothing changes for people on the list already.

The file may be an export of this site. Who was let in there waits again, and places are counted again.

Examples:
  ./site import waitlist list.csv
  ./site import waitlist list.csv --people 4812`,
    )
    .action((file: string, { people }: { people?: number }) => importWaitlist(file, people));
}

function linesOn(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([field, meaning]) => `  ${field.padEnd(16)} ${meaning}`)
    .join('\n');
}

function helpOn(name: string, { fields }: Subject): string {
  return `
Fields:
${linesOn(fields)}

docs/app-feed.md has the rules for each field. Invalid rows are reported with their line numbers, and all
others are stored. A row whose end cannot be found ends the import. To continue after an interruption, run the
same command again.

Example:
  ./site import ${name} ${name}.csv`;
}

export async function importFile(subject: Subject, file: string): Promise<void> {
  const interrupt = interruption();
  const imported = nothingYet();
  try {
    await withStorage(async (storage) => {
      const rows = openRows(file, subject, interrupt);
      await importRows(rows, interrupt, (some) => subject.store(some, storage), imported);
    });
  } catch (error) {
    tell(imported);
    if (imported.lastLine > 0) tellWhereItStopped('Stopped', imported);
    throw error;
  }
  if (imported.lastLine === 0 && !interrupt.aborted) {
    throw new CommandRefusal(`${nameOf(file)} has no rows, so nothing was imported.`);
  }
  tell(imported);
  if (!interrupt.aborted) return;
  process.exitCode = INTERRUPTED;
  tellWhereItStopped('Interrupted', imported);
}

function tell({ stored, repeated, refused, refusals }: Imported): void {
  for (const { line, sentence } of refusals) process.stderr.write(`Line ${line}: ${sentence}\n`);
  const notShown = refused - refusals.length;
  if (notShown > 0) process.stderr.write(`${notShown} more lines were refused.\n`);
  if (refused > 0) process.exitCode = 1;
  process.stdout.write(`${stored} stored, ${repeated} known already, ${refused} refused.\n`);
}

function tellWhereItStopped(how: string, { lastLine }: Imported): void {
  process.stdout.write(
    `${how} after line ${lastLine}. Run the same command again to continue. No row is counted twice.\n`,
  );
}
