import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sender } from '../settings/parse-values.ts';
import { type Mail, toMessage } from './mail-message.ts';

/**
 * Writes a letter as an .eml file, which mail programs open, and its HTML beside it, for browsers. The .eml file gets
 * its name when it is complete. Names begin with the time, so the name that is last in alphabetical order is that of
 * the newest letter. No name contains an address.
 *
 * @returns the path of the .eml file
 */
export async function writeLetter(folder: string, mail: Mail, sender: Sender): Promise<string> {
  const { content } = await toMessage(mail, sender);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = randomBytes(4).toString('hex');
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  const path = join(folder, `${time}-${inFileName(mail.subject)}-${id}.eml`);
  const unfinished = join(folder, `.${id}.unfinished`);
  await writeFile(unfinished, content, { mode: 0o600 });
  await rename(unfinished, path);
  await writeFile(htmlBeside(path), mail.html, { mode: 0o600 });
  return path;
}

/** @returns the path of a letter's HTML */
export function htmlBeside(path: string): string {
  return path.replace(/\.eml$/, '.html');
}

function inFileName(subject: string): string {
  const words = subject.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return words.join('-').slice(0, 40) || 'letter';
}
