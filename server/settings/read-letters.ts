import { brand } from '../../brand.ts';
import { definitions } from './definitions.ts';
import {
  lettersDefinitions,
  type SmtpAddress,
  USUAL_LETTERS_BUDGET,
} from './letters-definitions.ts';
import type { LettersSettings, SmtpServer } from './letters-settings.ts';
import { isLoopback } from './loopback.ts';
import { checkAll, StartRefusal } from './refusal.ts';
import type { Setting, ValuesOf } from './setting.ts';

type Values = ValuesOf<typeof lettersDefinitions>;

/** Where `LETTERS=files` writes letters. */
export const LETTER_FILES_FOLDER = 'data/letters';
/** The sender of letters that are only written to files. */
export const USUAL_SENDER = `${brand.product} <letters@localhost>`;

/**
 * Combines the settings of letters.
 *
 * @param publicUrl undefined if it is not set
 * @param exposure why other machines may reach the site; undefined if they cannot
 * @returns undefined if the site sends no letters
 * @throws StartRefusal naming settings that are missing, or unsafe for a public site
 */
export function readLetters(
  values: Values,
  publicUrl: string | undefined,
  exposure: string | undefined,
): LettersSettings | undefined {
  const { smtp, mailFrom, mailPerHour, mailPerDay, lettersBy } = values;
  const { perHour, perDay } = USUAL_LETTERS_BUDGET;
  const budget = { perHour: mailPerHour ?? perHour, perDay: mailPerDay ?? perDay };
  if (lettersBy) {
    const reason = smtp ? 'SMTP_URL is set' : exposure;
    if (reason) {
      throw new StartRefusal(
        `LETTERS must not be set, because ${reason}, but LETTERS is '${lettersBy}'.`,
      );
    }
    return { by: 'files', folder: LETTER_FILES_FOLDER, from: mailFrom ?? USUAL_SENDER, budget };
  }
  if (!smtp) return undefined;
  const [from] = checkAll(
    () => {
      if (mailFrom) return mailFrom;
      throw missing(lettersDefinitions.mailFrom, 'SMTP_URL is set');
    },
    () => {
      if (publicUrl || isLoopback(smtp.host)) return;
      throw missing(definitions.publicUrl, 'SMTP_URL is set and letters contain links to the site');
    },
  );
  return { by: 'smtp', server: toServer(smtp), from, budget };
}

function toServer({ isImplicitTls, ...address }: SmtpAddress): SmtpServer {
  if (isImplicitTls) return { ...address, tls: 'implicit' };
  return { ...address, tls: isLoopback(address.host) ? 'none' : 'required' };
}

function missing({ name, expected }: Setting<unknown>, reason: string): StartRefusal {
  return new StartRefusal(
    `${name} must be ${expected}, because ${reason}, but ${name} is not set.`,
  );
}

/** @returns a warning with the settings that have no effect, because the site sends no letters; undefined for none */
export function warningOfUnusedLetters(values: Values): string | undefined {
  if (values.smtp || values.lettersBy) return undefined;
  const unused = Object.entries<Setting<unknown>>(lettersDefinitions).filter(
    ([key]) => values[key as keyof Values] !== undefined,
  );
  if (unused.length === 0) return undefined;
  const names = unused.map(([, { name }]) => name).join(', ');
  return `SMTP_URL is not set, so these settings have no effect: ${names}.`;
}
