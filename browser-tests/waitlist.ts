import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import type { Toast } from '../contract/toasts.ts';
import { EMAIL_PLACEHOLDER, joinButton } from '../contract/waitlist.ts';
import { query } from '../testing/databases/test-databases.ts';
import type { Site } from './site.ts';

/** The parts of the home page's form, found as a visitor finds them. */
export function waitlistOf(page: Page) {
  const labels = Object.values(joinButton).join('|').replaceAll('.', '\\.');
  return {
    field: page.getByRole('textbox', { name: EMAIL_PLACEHOLDER }),
    button: page.getByRole('button', { name: new RegExp(`^(${labels})$`) }),
    toasts: page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem'),
  };
}

/** The two lines of a toast as one text, as it is read on the screen. */
export function textOf({ title, description }: Pick<Toast, 'title' | 'description'>): string {
  return `${title}${description}`;
}

export function newEmail(): string {
  return `${randomUUID()}@example.org`;
}

/** How often an address stands on the waitlist of the real database. */
export async function countOnWaitlist({ databaseUrl }: Site, email: string): Promise<number> {
  const [row] = await query(
    databaseUrl,
    `SELECT count(*) AS n FROM waitlist WHERE email = '${email}'`,
  );
  return Number(row?.['n']);
}

/** Counts what the browser really sends to the waitlist. */
export function countJoinRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === calls.joinWaitlist.path) count += 1;
  });
  return () => count;
}

/**
 * To be called before a page opens that gets a route later, while it runs: Chromium takes some time to
 * begin with intercepting, and what a key press sends at once may slip through.
 */
export async function beginIntercepting(page: Page): Promise<void> {
  await page.route('https://nobody.invalid/', (route) => route.abort());
}

/** Keeps back what matches the pattern until it is released. */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
