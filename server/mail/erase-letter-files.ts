import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LETTER_FILES_FOLDER } from '../settings/mail-settings.ts';

/**
 * Removes the files that `LETTERS=files` has written for an address, also those that are not complete.
 *
 * @returns how many files
 */
export async function eraseLetterFiles(
  email: string,
  folder = LETTER_FILES_FOLDER,
): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => /\.(eml|unfinished)$/.test(name));
  if (files.length === 0) return 0;
  const sought = await writeRecipient(email);
  const { htmlBeside } = await import('./mail-transport.ts');
  let removed = 0;
  for (const name of files) {
    const file = join(folder, name);
    if (readRecipient(await readFile(file, 'utf8')) !== sought) continue;
    await rm(file);
    await rm(htmlBeside(file), { force: true });
    removed++;
  }
  return removed;
}

/**
 * @returns the address as it is written in the To header of a letter, where some addresses are in quotes and some
 *   domains are written differently
 */
async function writeRecipient(email: string): Promise<string | undefined> {
  const { toMessage } = await import('./mail-message.ts');
  const texts = { subject: '', html: '', text: '', messageId: '<erased@localhost>' };
  const sender = { name: '', address: 'letters@localhost' };
  const { content } = await toMessage({ ...texts, to: email, headers: {} }, sender);
  return readRecipient(content.toString());
}

/** Reads the header To, which may continue in lines that begin with white space. */
function readRecipient(letter: string): string | undefined {
  const [head = ''] = letter.split(/\r?\n\r?\n/, 1);
  return /^to:(.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1]?.replaceAll(/\s/g, '');
}
