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
  let removed = 0;
  // In this order, because a letter gets its final name when it is complete.
  for (const ending of ['.unfinished', '.eml']) {
    const names = (await readdir(folder).catch(unlessMissing)) ?? [];
    const files = names.filter((name) => name.endsWith(ending));
    if (files.length === 0) continue;
    const sought = await writeRecipient(email);
    const { htmlBeside } = await import('./mail-transport.ts');
    for (const name of files) {
      const file = join(folder, name);
      const letter = await readFile(file, 'utf8').catch(unlessMissing);
      if (letter === undefined || readRecipient(letter) !== sought) continue;
      await rm(file, { force: true });
      await rm(htmlBeside(file), { force: true });
      removed++;
    }
  }
  return removed;
}

/** A file may be missing, because another removal was faster or because the letter has got its final name. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
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
