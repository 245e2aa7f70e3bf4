import { randomUUID } from 'node:crypto';
import { devices, expect, type Page, type Request } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import type { TrackedAction } from '../contract/invite-events.ts';
import { invitation } from '../contract/link-previews.ts';
import { inviteLink } from '../contract/screens.ts';
import type { Inviter } from '../storage/invites/inviters.ts';
import { query } from '../testing/databases/test-databases.ts';
import { tooManyRequests } from '../web/design/screen-texts.ts';
import { appInvite, downloadButton, invalidInvite } from '../web/screens/invite/invite-texts.ts';
import type { Site } from './site.ts';

/**
 * Every site counts views with this user agent. With the user agent of headless Chromium they are views of a robot,
 * which are counted only on a site that no other machine can reach.
 */
export const DESKTOP_AGENT = devices['Desktop Chrome'].userAgent;
export const ANDROID_AGENT = devices['Pixel 7'].userAgent;

export const PROFILE = '**/api/users/*';
export const TRACK = `**${calls.trackInvite.path}`;

/** Adds an inviter to the database. @returns their profile, and the path of their link */
export async function newInviter(site: Site, profile: Partial<Inviter> = {}) {
  const inviter = {
    id: randomUUID(),
    username: 'mia_92',
    firstName: 'Mia',
    profileImageUrl: null,
    ...profile,
  };
  await site.storage.inviters.put(inviter);
  return { ...inviter, link: inviteLink(inviter.id) };
}

/** The parts of an invite page, located by role and text where possible. */
export function inviteOf(page: Page) {
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  return {
    title: heading(appInvite.title),
    loading: page.getByText(appInvite.loading, { exact: true }),
    heading: (name: string) => heading(`${name} ${invitation.wantsYou(brand.product)}`),
    get: page.getByRole('link', { name: appInvite.get(brand.product), exact: true }),
    download: page.getByRole('link', { name: downloadButton(brand.product), exact: true }),
    oops: heading(invalidInvite.title),
    limited: heading(tooManyRequests.title),
    tryAgain: page.getByRole('link', { name: 'Try again', exact: true }).filter({ visible: true }),
    portrait: page.locator('.portrait'),
    qrCode: page.getByRole('figure').getByRole('img', { name: /^QR code/ }),
  };
}

type SentEvent = { refUserId: string; action: TrackedAction; eventId: string };

/** Records the requests of the browser. */
export function watchRequests(page: Page) {
  const all: Request[] = [];
  page.context().on('request', (request) => all.push(request));
  const to = (path: string) => all.filter((one) => new URL(one.url()).pathname.startsWith(path));
  return () => ({
    profiles: to('/api/users/').length,
    events: to(calls.trackInvite.path).map((request): SentEvent => request.postDataJSON()),
    scripts: all.filter((request) => request.resourceType() === 'script').length,
  });
}

/** Waits until the inviter has exactly these counts in the database. */
export async function expectCounts(
  { databaseUrl }: Site,
  inviterId: string,
  counts: { views: number; downloads: number },
): Promise<void> {
  const text = `SELECT page_views, downloads FROM inviter_total
    JOIN inviter ON key = inviter_key WHERE user_id = '${inviterId}'`;
  const read = async () => {
    const [row] = await query(databaseUrl, text);
    return { views: Number(row?.['page_views'] ?? 0), downloads: Number(row?.['downloads'] ?? 0) };
  };
  await expect.poll(read).toEqual(counts);
}
