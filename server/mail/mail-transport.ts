import type { MailSettings } from '../settings/mail-settings.ts';
import { parseSender, type Sender } from '../settings/parse-values.ts';
import { writeLetter } from './letter-files.ts';
import { type Mail, toMessage } from './mail-message.ts';
import { deliver, type SmtpLimits, USUAL_LIMITS } from './smtp-delivery.ts';
import type { MailOutcome } from './smtp-outcome.ts';

export type { Mail } from './mail-message.ts';
export type { MailOutcome } from './smtp-outcome.ts';

/** Sends letters, each on a new connection, or writes them to files. */
export interface MailTransport {
  /** @param tooLate ends the delivery when it is aborted */
  send(mail: Mail, tooLate?: AbortSignal): Promise<MailOutcome>;
}

/** @param limits Only tests set them */
export async function openTransport(
  settings: MailSettings,
  limits: SmtpLimits = USUAL_LIMITS,
): Promise<MailTransport> {
  const sender = parseSender(settings.from);
  if (!sender) throw new Error(`'${settings.from}' is no sender.`);
  if (settings.by === 'files') {
    return { send: (mail) => sendToFile(settings.folder, mail, sender) };
  }
  return {
    send: async (mail, tooLate) =>
      deliver(settings.server, await toMessage(mail, sender), limits, tooLate),
  };
}

async function sendToFile(folder: string, mail: Mail, sender: Sender): Promise<MailOutcome> {
  try {
    return { outcome: 'accepted', reply: `Written to ${await writeLetter(folder, mail, sender)}` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      outcome: 'unreachable',
      isOneLetter: false,
      reply: `The letter cannot be written to ${folder} (${code}).`,
    };
  }
}
