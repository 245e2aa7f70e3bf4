import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Availability } from '../contract/availability.ts';
import { lackOfLaunch } from '../contract/launch.ts';
import { type MailingText, troubleOfMailing } from '../contract/mailings.ts';
import { composeSamples } from '../server/letters/compose-letter.ts';
import { lackForMailings } from '../server/mailings/mailing-errors.ts';
import { readMailSettings, readOrigin } from '../server/settings/read-settings.ts';
import type { Storage } from '../storage/open.ts';
import { author, CommandRefusal, withStorage } from './command.ts';
import { sendNow, writeForms } from './letters-by-hand.ts';

/**
 * Writes a mailing into files, with links that confirm nothing.
 *
 * @param isLaunch whether it is the launch letter
 */
export async function previewMailing(
  file: string,
  folder: string,
  isLaunch: boolean,
): Promise<void> {
  const origin = readOrigin(process.env);
  const text = await readText(file);
  refuseIf(troubleOfMailing(text, origin));
  const app = isLaunch ? await withStorage(readLaunchedApp) : undefined;
  await writeForms(folder, 'mailing', (to) => composeMailing(to, origin, text, app));
}

/** @throws CommandRefusal if no platform is launched */
async function readLaunchedApp({ availability }: Storage): Promise<Availability> {
  const { state } = await availability.read();
  refuseIf(lackOfLaunch(state));
  return state;
}

/** Sends a mailing to one address, and records this: before the first mailing it is required. */
export async function testMailing(file: string, address: string, isLaunch: boolean): Promise<void> {
  const { text, origin } = await readMailing(file);
  await withStorage(async (storage) => {
    const app = isLaunch ? await readLaunchedApp(storage) : undefined;
    await sendNow(address, (to) => composeMailing(to, origin, text, app));
    await storage.audit.record(author(), 'test-mailing');
  });
}

/** @throws CommandRefusal if the mailing cannot be sent */
async function readMailing(file: string): Promise<{ text: MailingText; origin: string }> {
  if (!readMailSettings(process.env)) {
    throw new CommandRefusal(
      'The site sends no letters, because SMTP_URL is not set here. Set it as for the site.',
    );
  }
  const origin = readOrigin(process.env);
  const text = await readText(file);
  refuseIf(troubleOfMailing(text, origin) ?? lackForMailings(true));
  return { text, origin };
}

/** The first line is the subject; below an empty line are the words. */
async function readText(file: string): Promise<MailingText> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefusal(`${file} cannot be read (${error.code}).`);
  });
  if (!isUtf8(bytes)) throw new CommandRefusal(`${file} must be UTF-8, and is not.`);
  const content = bytes.toString();
  const [subject = '', divider = '', ...words] = content
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  if (divider.trim() !== '') {
    throw new CommandRefusal(
      `The second line of ${file} must be empty: the first is the subject, and the words begin in the third.`,
    );
  }
  return { subject: subject.trim(), words: words.join('\n').trim() };
}

async function composeMailing(
  to: string,
  origin: string,
  text: MailingText,
  app: Availability | undefined,
) {
  const samples = await composeSamples(to, origin, text, app);
  return app ? samples.launch : samples.mailing;
}

function refuseIf(trouble: string | undefined): void {
  if (trouble) throw new CommandRefusal(trouble);
}
