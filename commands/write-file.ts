import { access, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandRefusal } from './command.ts';

/** @throws CommandRefusal if the file exists, or `writeWhole` could not write it */
export async function refuseFile(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new CommandRefusal(`${file} exists already. Name a file that does not exist.`);
  await writePart(file, '').catch((error) => {
    throw new CommandRefusal(`${file} cannot be written: ${error.message}.`);
  });
  await rm(partOf(file));
}

/** Only this user may read the file. It gets its name once it is whole and on disk. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await writePart(file, text);
  await rename(partOf(file), file);
  await using folder = await open(dirname(resolve(file)));
  await folder.sync();
}

async function writePart(file: string, text: string): Promise<void> {
  await using output = await open(partOf(file), 'w', 0o600);
  await output.writeFile(text);
  await output.sync();
}

function partOf(file: string): string {
  return `${file}.part`;
}
