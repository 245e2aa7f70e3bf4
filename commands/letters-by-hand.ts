import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalEmail } from '../server/ingest/canonical-email.ts';
import { composeSamples } from '../server/letters/compose-letter.ts';
import { type ComposedLetter, toMessage } from '../server/letters/mail-message.ts';
import { sendAsTest } from '../server/letters/mail-transport.ts';
import { USUAL_SENDER } from '../server/settings/mail-settings.ts';
import { parseMailFrom } from '../server/settings/parse-values.ts';
import { readMailSettings, readOrigin } from '../server/settings/read-settings.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { CommandRefusal, tell } from './command.ts';

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

/** @throws CommandRefusal if the letter was not accepted; the message says why */
export async function sendTestLetter(written: string): Promise<void> {
  await sendNow(written, async (to) => (await composeSamples(to, readOrigin(process.env))).confirm);
}

/** @throws CommandRefusal as `sendTestLetter` */
export async function sendNow(
  written: string,
  compose: (to: string) => Promise<ComposedLetter>,
): Promise<void> {
  const address = canonicalEmail(written);
  if (!address) throw new CommandRefusal(`'${written}' is not an email address.`);
  const settings = readMailSettings(process.env);
  if (!settings) {
    throw new CommandRefusal(
      'The site sends no letters, because SMTP_URL is not set. Set SMTP_URL and MAIL_FROM, or LETTERS=files for development: docs/mail.md.',
    );
  }
  const { outcome, reply } = await sendAsTest(settings, await compose(address));
  if (outcome !== 'accepted') throw new CommandRefusal(reply);
  if (settings.by === 'files') return tell(`${reply}.`);
  tell(`The mail server accepted the letter to ${address}: ${reply}`);
  tell(
    'If it does not arrive, look into the folder for spam, and into the log of your mail provider.',
  );
}
