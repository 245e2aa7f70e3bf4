import { test as base, expect, type Page } from '@playwright/test';
import { MINUTE_MS } from '../contract/durations.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { startServer } from '../testing/server-process.ts';
import { reportTextsOfReact } from './texts-of-react.ts';

/** A path without a page, which is answered with the 404 page. */
export const MISSING_PAGE = '/no-such-page';

export interface Site {
  readonly url: string;
  readonly databaseUrl: string;
  /** A second connection to the server's database. */
  readonly storage: Storage;
}

/** Options that a project of playwright.config.ts or a test can set. */
export interface Options {
  /** The database engine. */
  engine: string;
  /** Whether the server's rate limits are on. */
  limits: 'on' | 'off';
}

/** Starts a server for the first test of a worker that uses this name. The worker's later tests get the same server. */
export type ShareServer = <Server>(
  name: string,
  start: () => Promise<{ server: Server; stop: () => Promise<unknown> }>,
) => Promise<Server>;

/** Playwright adds its scripts to each frame, also to that of a letter's preview, which refuses every script. */
const OF_PREVIEWS = /^Blocked script execution in .*\/api\/mailings\/frame/;

interface Watch {
  /** The errors, warnings and violations so far, and a line for each request to a third party. */
  readonly messages: readonly string[];
  /**
   * Allows matching messages and third-party requests, which the test causes on purpose. The test also passes if they
   * do not occur.
   */
  allowComplaint(pattern: RegExp): void;
}

/**
 * A test runs against the real server, unless it replaces `site`. Tests with the same options in one worker share a
 * server and its database. A test fails if the browser logs an error, a warning or a violation of the
 * Content-Security-Policy, or sends a request to a third party. It also fails if a text of the page could not be
 * translated (`texts-of-react.ts`).
 *
 * Servers are shared by name instead of being worker fixtures: for each combination of worker fixtures, Playwright
 * would start a new process and a new browser.
 */
export const test = base.extend<Options & { site: Site; watch: Watch }, { share: ShareServer }>({
  engine: ['SQLite', { option: true }],
  limits: ['off', { option: true }],

  share: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const started = new Map<string, ReturnType<Parameters<ShareServer>[1]>>();
      const share: ShareServer = async (name, start) => {
        const running = (started.get(name) as ReturnType<typeof start> | undefined) ?? start();
        started.set(name, running);
        return (await running).server;
      };
      await use(share);
      // If a server could not start, the test that needed it has already failed. The other servers must be stopped.
      const settled = await Promise.allSettled(started.values());
      const running = settled.filter((one) => one.status === 'fulfilled');
      await Promise.all(running.map(({ value }) => value.stop()));
    },
    { scope: 'worker' },
  ],

  site: async ({ engine, limits, share }, use) => {
    await use(
      await share(`${engine}, limits ${limits}`, () => startSite(engine, { RATE_LIMITS: limits })),
    );
  },

  baseURL: async ({ site }, use) => use(site.url),

  watch: [
    async ({ context, site }, use) => {
      const messages: string[] = [];
      const allowed = [OF_PREVIEWS];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) messages.push(message.text());
      });
      context.on('weberror', (error) => messages.push(String(error.error())));
      context.on('request', (request) => {
        if (!request.url().startsWith(`${site.url}/`)) {
          messages.push(`Request to a third party: ${request.url()}`);
        }
      });
      await context.addInitScript(reportTextsOfReact);
      await use({ messages, allowComplaint: (pattern) => allowed.push(pattern) });
      // First, because the fixtures of the test, such as its admin, are removed at the same time.
      const unexpected = messages.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      const look = () =>
        (window as unknown as { findTextsOfReact?(): string[] }).findTextsOfReact?.() ?? [];
      const looks = context.pages().map((page) => page.evaluate(look).catch(() => []));
      unexpected.push(...(await Promise.all(looks)).flat());
      expect(unexpected, 'messages of the browser').toEqual([]);
    },
    { auto: true },
  ],
});

/** Starts the real program on a new database. @returns the server with its database and its log, and how to stop it */
export async function startSite(engine: string, env: Readonly<Record<string, string>>) {
  const server = await startServer({ engine, env });
  const { url, databaseUrl, log } = server;
  const storage = await openStorage(databaseUrl, 'command');
  return {
    server: { url, databaseUrl, storage, log },
    async stop() {
      await storage.close();
      await server.stop();
    },
  };
}

/** Counts the requests of these calls that the browser sends from now on. */
export function countCalls(
  page: Page,
  ...sought: { method: string; path: string }[]
): () => number {
  let count = 0;
  page.on('request', (request) => {
    const isOf = (path: string) => new URL(request.url()).pathname === path;
    if (sought.some(({ method, path }) => request.method() === method && isOf(path))) count++;
  });
  return () => count;
}

const NOON = new Date(2026, 5, 14, 12).getTime();

/**
 * Stops the page's timers and `requestAnimationFrame`: their callbacks run only when the test advances or resumes
 * `page.clock`. So a toast stays until the test has read it, also on a slow machine. Loading, painting and CSS
 * animations do not depend on this clock. Call this before a page opens.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: NOON });
  // In the future, because a clock cannot be paused in the past.
  await page.clock.pauseAt(NOON + MINUTE_MS);
}
