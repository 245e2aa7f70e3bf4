import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { keepPath } from '../contract/launch.ts';
import { leavePath } from '../contract/mail.ts';
import { WAITLIST_PATH } from '../contract/screens.ts';
import { createMailSite, type MailSite } from '../testing/mail-site.ts';
import { test as base } from './site.ts';
import { newEmail } from './waitlist.ts';

/** The whole app, which writes its letters into a folder. */
export const test = base.extend<{ mail: MailSite & { url: string } }>({
  mail: async ({ share }, use) => use(await share('mail', () => startMailSite())),

  site: async ({ mail: { url, databaseUrl, storage } }, use) => {
    await use({ url, databaseUrl, storage });
  },
});

/** @param prepare changes the app before it listens */
export async function startMailSite(prepare?: (app: MailSite['app']) => void) {
  const site = await createMailSite({ https: false, clock: Date.now });
  prepare?.(site.app);
  const { origin: url } = await site.listen();
  return { server: { ...site, url }, stop: () => site.close() };
}

/** The parts of the page that the letters open, located by role where possible. */
export function waitlistPage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    heading: page.getByRole('heading', { level: 1 }),
    button,
    buttons: page.getByRole('main').getByRole('button'),
    home: page.getByRole('link', { name: 'Back to Home' }),
  };
}

/**
 * Puts a new address on the waitlist, and confirms it if wanted.
 *
 * @returns the address, the paths of the links in letters to it, and a function that reads its state
 */
export async function newSignUp(
  { storage, tokens }: MailSite,
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
) {
  const email = newEmail();
  const now = Date.now();
  await storage.waitlist.join(email, now, { via: undefined });
  if (isConfirmed) await storage.members.confirm(email, now);
  return {
    email,
    open: `${WAITLIST_PATH}#${tokens.make('confirm', email)}`,
    leave: leavePath(tokens.make('leave', email)),
    keep: keepPath(tokens.make('keep', email)),
    position: () => storage.members.position(email),
  };
}

/** Waits until the letter to an address has been sent. @returns its HTML */
export async function letterTo({ folder }: MailSite, email: string): Promise<string> {
  let letter = '';
  await expect
    .poll(async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
      const letters = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      letter = letters.find((text) => text.includes(`\nTo: ${email}`)) ?? '';
      return letter;
    })
    .not.toBe('');
  // The text is quoted-printable.
  const html = /<!doctype.*<\/html>/is.exec(letter)?.[0].replaceAll(/=\r?\n/g, '') ?? '';
  return decodeURIComponent(html.replaceAll('%', '%25').replaceAll(/=([0-9A-F]{2})/g, '%$1'));
}
