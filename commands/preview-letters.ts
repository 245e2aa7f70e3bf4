import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composeSamples } from '../server/letters/compose-letter.ts';
import { type ComposedLetter, toMessage } from '../server/letters/mail-message.ts';
import { USUAL_SENDER } from '../server/settings/mail-settings.ts';
import { parseMailFrom } from '../server/settings/parse-values.ts';
import { readMailSettings, readOrigin } from '../server/settings/read-settings.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { CommandRefusal } from './command.ts';

const ADDRESS = 'ana@example.com';

/** Writes each letter in three forms: for a browser, for a terminal, and for a mail program. */
export async function previewLetters(folder: string): Promise<void> {
  const samples = await composeSamples(ADDRESS, readOrigin(process.env));
  for (const [kind, letter] of Object.entries(samples)) {
    await writeForms(folder, kind, async () => letter);
  }
}

export async function writeForms(
  folder: string,
  name: string,
  compose: (to: string) => Promise<ComposedLetter>,
): Promise<void> {
  const from = readMailSettings(process.env)?.from ?? USUAL_SENDER;
  const sender = parseMailFrom(from) ?? { name: '', address: from };
  const letter = await compose(ADDRESS);
  const { content } = await toMessage(letter, sender);
  const forms = { html: letter.html, txt: letter.text, eml: content };
  for (const [ending, text] of Object.entries(forms)) {
    await write(folder, `${name}.${ending}`, text);
  }
}

async function write(folder: string, name: string, text: string | Buffer): Promise<void> {
  const path = join(folder, name);
  try {
    makeFolder(folder);
    await writeFile(path, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOTDIR' ? `${folder} is not a folder` : code;
    throw new CommandRefusal(`${path} cannot be written (${reason}).`);
  }
  process.stdout.write(`${path}\n`);
}
