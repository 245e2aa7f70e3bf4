import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '../../contract/durations.ts';
import { makeFolder } from '../../storage/make-folder.ts';
import type { MailSettings } from '../settings/mail-settings.ts';
import { type MailFrom, parseMailFrom } from '../settings/parse-values.ts';
import { type ComposedLetter, toMessage } from './mail-message.ts';
import { deliver, USUAL_LIMITS } from './smtp-delivery.ts';
import type { MailOutcome } from './smtp-outcome.ts';

/** How long an operator or admin waits for the result of a test. */
const TEST_WITHIN_MS = 2 * MINUTE_MS;

/** Sends a letter on a new connection, or writes it to a file. @param tooLate ends the delivery when it is aborted */
export async function sendLetter(
  settings: MailSettings,
  letter: ComposedLetter,
  tooLate?: AbortSignal,
): Promise<MailOutcome> {
  const sender = parseMailFrom(settings.from);
  if (!sender) throw new Error(`'${settings.from}' is no sender.`);
  return settings.by === 'files'
    ? await sendToFile(settings.folder, letter, sender)
    : await deliver(settings.server, await toMessage(letter, sender), USUAL_LIMITS, tooLate);
}

/** Sends a letter now, marked as a test, for somebody who waits for the result. */
export function sendAsTest(
  settings: MailSettings,
  letter: ComposedLetter,
  tooLate = AbortSignal.timeout(TEST_WITHIN_MS),
): Promise<MailOutcome> {
  return sendLetter(settings, { ...letter, subject: `Test: ${letter.subject}` }, tooLate);
}

/**
 * Writes a letter as an .eml file, which mail programs open, and its HTML beside it, for browsers. The .eml file gets
 * its name when it is complete. Names begin with the time, so the name that is last in alphabetical order is that of
 * the newest letter. No name contains an address.
 */
async function sendToFile(
  folder: string,
  letter: ComposedLetter,
  sender: MailFrom,
): Promise<MailOutcome> {
  const { content } = await toMessage(letter, sender);
  const id = randomBytes(4).toString('hex');
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  const path = join(folder, `${time}-${inFileName(letter.subject)}-${id}.eml`);
  const unfinished = join(folder, `.${id}.unfinished`);
  try {
    makeFolder(folder, 0o700);
    await writeFile(unfinished, content, { mode: 0o600 });
    await rename(unfinished, path);
    await writeFile(path.replace(/\.eml$/, '.html'), letter.html, { mode: 0o600 });
    return { outcome: 'accepted', isFailure: false, reply: `Written to ${path}` };
  } catch (error) {
    const reply = `The letter cannot be written to ${folder} (${(error as NodeJS.ErrnoException).code}).`;
    return { outcome: 'unreachable', isFailure: false, reply };
  }
}

function inFileName(subject: string): string {
  const words = subject.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return words.join('-').slice(0, 40) || 'letter';
}
