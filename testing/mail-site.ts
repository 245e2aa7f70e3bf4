import { brand } from '../brand.ts';
import type { AppParts } from '../server/app-parts.ts';
import { createLetterTokens, type LetterTokens } from '../server/letters/letter-tokens.ts';
import type { TestDatabase } from './databases/test-engine.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** With these settings a site answers the calls about letters, but cannot send letters: nothing listens on port 9. */
export const WAITING_LETTERS = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@impromptu.example',
};

/** A test app that sends letters, and makes the tokens of their links. */
export interface MailSite extends TestApp {
  readonly tokens: LetterTokens;
  /** The folder into which the letters are written. */
  readonly folder: string;
}

/**
 * The site writes each letter into a file, and has a postal address, so that it can send mailings. It sends no letter
 * before `listen` is called.
 */
export async function createMailSite(
  changes: Partial<AppParts> = {},
  given?: TestDatabase,
): Promise<MailSite> {
  const folder = temporaryFolder();
  // The mailer tries to send a letter every 29 ms.
  const budget = { perHour: 100_000, perDay: 1_000_000 };
  const from = 'Impromptu <hello@impromptu.example>';
  const { postalAddress } = brand;
  Object.assign(brand, { postalAddress: ['1 Main Street', 'Springfield'] });
  const mail = { by: 'files', folder, from, budget } as const;
  const site = await createTestApp({ mail, ...changes }, given);
  return {
    ...site,
    folder,
    tokens: createLetterTokens(await site.storage.letters.secret()),
    async close() {
      await site.close();
      Object.assign(brand, { postalAddress });
    },
  };
}
