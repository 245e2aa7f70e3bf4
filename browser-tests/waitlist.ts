import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { query } from '../testing/databases/test-databases.ts';
import { EMAIL_PLACEHOLDER, joinButton } from '../web/design/waitlist-texts.ts';
import { countCalls, type Site } from './site.ts';

/** The parts of the home page's form, located by role and label where possible. */
export function waitlistOf(page: Page) {
  const labels = Object.values(joinButton).join('|').replaceAll('.', '\\.');
  return {
    field: page.getByRole('textbox', { name: EMAIL_PLACEHOLDER }),
    button: page.getByRole('button', { name: new RegExp(`^(${labels})$`) }),
    toasts: page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem'),
  };
}

/** The text of a toast: its two lines without a separator. */
export function textOf({ title, description }: Record<'title' | 'description', string>): string {
  return `${title}${description}`;
}

export function newEmail(): string {
  return `${randomUUID()}@example.org`;
}

/** How many rows of the waitlist in the real database have this address. */
export async function countOnWaitlist({ databaseUrl }: Site, email: string): Promise<number> {
  const [row] = await query(
    databaseUrl,
    `SELECT count(*) AS n FROM waitlist WHERE email = '${email}'`,
  );
  return Number(row?.['n']);
}

/** Counts the browser's requests to join the waitlist, by the call or as a form. */
export function countJoinRequests(page: Page): () => number {
  return countCalls(page, calls.joinWaitlist, { method: 'POST', path: listedScreens.home });
}

/**
 * Call this before a page opens if the test adds a route later. Chromium needs some time to start intercepting, and
 * would not intercept a request that is sent immediately after the first route is added.
 */
export async function beginIntercepting(page: Page): Promise<void> {
  await page.route('https://nobody.invalid/', (route) => route.abort());
}

/** Delays requests that match the pattern. @returns a function that lets them continue */
export async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
