import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LetterText, letterTexts } from '../../storage/letters/letter.ts';
import { BUILD, ofOtherVersion } from '../pages/build.ts';

/** A letter as the build writes it, with slots such as `{{openUrl}}`. */
export interface LetterTemplate {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export type LetterTemplates = Readonly<Record<LetterText, LetterTemplate>>;

/** @throws StartRefusal if the build is of another version */
export async function readLetterTemplates(folder = BUILD): Promise<LetterTemplates> {
  const templates = JSON.parse(await readFile(join(folder, 'mail.json'), 'utf8'));
  const missing = letterTexts.find((text) => !templates[text]);
  if (missing) throw ofOtherVersion(`letter '${missing}'`);
  return templates;
}
