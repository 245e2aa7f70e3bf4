import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { CODE_LENGTH } from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import type { Storage } from '../storage/open.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { PROGRAM, WITH_POSTAL_ADDRESS } from '../testing/server-process.ts';
import { type SignedIn, signIn } from '../testing/signed-in.ts';
import { signInTexts } from '../web/screens/analytics/analytics-texts.ts';
import {
  dashboardTexts,
  TABS_LABEL,
  tabTexts,
} from '../web/screens/analytics/parts/dashboard-texts.ts';
import { test as base, type Site, startSite } from './site.ts';
import { findViolations } from './violations.ts';

/** The real server. */
export interface AnalyticsSite extends Site {
  /** The letters that its mail server got. */
  readonly letters: readonly { to: string[]; content: string }[];
  /** Signs the browser in without a code. @param at when the code was entered, in milliseconds; by default now */
  signIn(context: BrowserContext, phone: string, at?: number): Promise<SignedIn>;
  /** Waits for a code to be sent to a number. @returns the newest code */
  codeFor(phone: string): Promise<string>;
}

const FURTHER_INVITERS = [
  'The_Extraordinarily_Long_Username_Of_Somebody_Who_Never_Stops_Typing',
  'Владислав_Константинопольский',
  'محمد_الفاتح',
  '王小明',
  '<b>bold</b>&amp;',
  '=HYPERLINK("x")',
];

/** Who changes what a test has to find. */
export const author = { who: 'command line', at: Date.now() };

interface SiteOptions {
  /** Whether the site has the inviters of `./site seed` and six more, so that the table has two pages. */
  hasInviters: boolean;
  /** Whether the site sends letters, to a fake mail server. */
  sendsMail: boolean;
  /** Names the site of tests that change what other tests would see. */
  ownSite: string;
  /** The addresses that are on the waitlist from the start. */
  signUps: { confirmed?: readonly string[]; asked?: readonly string[] };
}

interface AnalyticsFixtures extends SiteOptions {
  adminPhone: string;
  admin: SignedIn;
  analyticsSite: AnalyticsSite;
  /** Whether the admin of `adminPhone` has the right to the waitlist. */
  hasRight: boolean;
}

export const test = base.extend<AnalyticsFixtures>({
  hasInviters: [true, { option: true }],
  sendsMail: [false, { option: true }],
  ownSite: ['', { option: true }],
  signUps: [{}, { option: true }],
  hasRight: [false, { option: true }],
  // Admins mostly use a desktop.
  viewport: { width: 1280, height: 720 },

  analyticsSite: async (
    { engine, share, hasInviters, sendsMail, ownSite, signUps: { confirmed = [], asked = [] } },
    use,
  ) => {
    const name = `${engine}, analytics ${JSON.stringify({ hasInviters, sendsMail, ownSite })}`;
    const site = await share(name, async () => {
      const start = sendsMail ? startSiteWithMail : startAnalyticsSite;
      const started = await start(engine, hasInviters);
      const { waitlist, members } = started.server.storage;
      for (const email of [...confirmed, ...asked]) await waitlist.join(email, Date.now() - 1);
      for (const email of confirmed) await members.confirm(email, Date.now());
      return started;
    });
    await use(site);
  },

  site: async ({ analyticsSite }, use) => use(analyticsSite),

  /** The phone number of an admin who exists only during this test. */
  adminPhone: async ({ analyticsSite: { storage }, hasRight }, use) => {
    const phone = `+1555${randomInt(1_000_000, 10_000_000)}`;
    await storage.admins.add(phone, Date.now());
    if (hasRight) await storage.admins.setRight(phone, true, author);
    await use(phone);
    await storage.admins.remove(phone, Date.now());
  },

  /** Signs in as the admin of `adminPhone`, in the test's browser, before the test. */
  admin: async ({ context, analyticsSite, adminPhone }, use) =>
    use(await analyticsSite.signIn(context, adminPhone)),
});

async function startSiteWithMail(engine: string, hasInviters: boolean) {
  const mail = await startFakeMailServer();
  const { server, stop } = await startAnalyticsSite(engine, hasInviters, {
    SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
    MAIL_FROM: 'hello@impromptu.example',
    ...WITH_POSTAL_ADDRESS,
  });
  return {
    server: { ...server, letters: mail.letters },
    async stop() {
      await stop();
      await mail.close();
    },
  };
}

export async function startAnalyticsSite(
  engine: string,
  hasInviters: boolean,
  env: Readonly<Record<string, string>> = {},
) {
  const { server, stop } = await startSite(engine, { RATE_LIMITS: 'off', ...env });
  const { url, storage, log } = server;
  if (hasInviters) {
    // The demo of a site with mail has more to show.
    const env = { ...process.env, DATABASE_URL: server.databaseUrl, LETTERS: 'files' };
    await promisify(execFile)(PROGRAM, ['seed'], { env });
    await addFurtherInviters(storage);
  }
  const analyticsSite: AnalyticsSite = {
    ...server,
    letters: [],
    async signIn(context, phone, at = Date.now()) {
      const signedIn = await signIn({ storage, clock: () => at, https: false }, phone);
      await context.addCookies([{ name: 'session', value: signedIn.token, url }]);
      return signedIn;
    },
    async codeFor(phone) {
      const line = `Verification code for ${phone}: `;
      const newest = () => log.findLast((entry) => entry.includes(line));
      await expect.poll(newest).toBeDefined();
      return newest()?.split(line)[1]?.slice(0, CODE_LENGTH) ?? '';
    },
  };
  return { server: analyticsSite, stop };
}

const usedCodes = new Set<string>();
/** The tabs and widths at which the question for a code was searched for violations: it is the same for all acts. */
const searched = new Set<string>();

/**
 * Enters a new code where a part of the dashboard asks for one, and holds Enter until the pressed button has the focus
 * again. Nothing else is done by that.
 */
export async function enterFreshCode(
  page: Page,
  part: Locator,
  site: AnalyticsSite,
  number: string,
): Promise<void> {
  const { phone, code } = signInTexts;
  const masked = `${number.slice(0, 2)}…${number.slice(-2)}`;
  const send = part.getByRole('button', { name: phone.own(masked) });
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  const field = part.getByLabel(code.label);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(code.hint(masked));
  await expect.poll(async () => usedCodes.has(await site.codeFor(number))).toBe(false);
  const right = await site.codeFor(number);
  usedCodes.add(right);
  await page.keyboard.type(right);
  const state = `${page.url()} ${page.viewportSize()?.width}`;
  if (!searched.has(state)) expect(await findViolations(page)).toEqual([]);
  searched.add(state);
  await page.keyboard.down('Enter');
  await expect(field).toHaveCount(0);
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
}

async function addFurtherInviters({ inviters, visits }: Storage): Promise<void> {
  for (const [index, username] of FURTHER_INVITERS.entries()) {
    const id = `further-${index}`;
    await inviters.put({ id, username, firstName: null, profileImageUrl: null });
    const visit = { inviterId: id, eventId: undefined, at: Date.now(), excluded: undefined };
    await visits.record({ ...visit, action: 'page_view' });
  }
}

/** The parts of the screen, located by role and name where possible. */
export function analyticsScreen(page: Page) {
  const { table: texts } = dashboardTexts;
  const table = page.getByRole('table', { name: texts.title });
  /** The texts below the name of a card: first the figure, then the note. */
  const linesOfCard = (name: string) =>
    page
      .locator('.figures > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  return {
    heading: page.getByRole('heading', { name: dashboardTexts.title }),
    refresh: page.getByRole('button', { name: dashboardTexts.refresh }),
    signOut: page.getByRole('button', { name: dashboardTexts.signOut }),
    live: page.getByText(dashboardTexts.live.live, { exact: true }),
    table,
    rows: table.locator('tbody tr'),
    search: page.getByRole('searchbox', { name: texts.search }),
    phone: page.getByRole('textbox', { name: signInTexts.phone.label }),
    code: page.getByRole('textbox', { name: signInTexts.code.label }),
    alert: page.getByRole('alert').filter({ hasText: /./ }),
    card: (name: string) => linesOfCard(name).first(),
    noteOfCard: (name: string) => linesOfCard(name).last(),
    column: (name: string) => table.getByRole('columnheader', { name }),
  };
}

/**
 * Advances the page's paused clock past the pauses between the tries to set up the sign-in, until `outcome` is visible.
 */
export async function passPauses(page: Page, outcome: Locator): Promise<void> {
  const look = async () => {
    // Each poll advances the clock by a whole pause, because the page does not show when a pause begins.
    await page.clock.runFor(1_000);
    return await outcome.count();
  };
  await expect.poll(look, { intervals: [250] }).toBeGreaterThan(0);
}

export type Tab = keyof typeof tabTexts;

/** The link to a tab, for admins with the right to the waitlist. */
export function tabLink(page: Page, tab: Tab): Locator {
  const tabs = page.getByRole('navigation', { name: TABS_LABEL });
  return tabs.getByRole('link', { name: tabTexts[tab].name, exact: true });
}

export async function openDashboard(page: Page, query = ''): Promise<void> {
  await page.goto(`${ANALYTICS_PATH}${query}`);
  await analyticsScreen(page).rows.first().waitFor();
}
