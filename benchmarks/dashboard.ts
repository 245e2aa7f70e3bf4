import { Agent, type IncomingMessage, request } from 'node:http';
import { calls } from '../contract/calls.ts';
import { createEventId } from '../contract/invite-events.ts';
import { openStorage } from '../storage/open.ts';
import { ask } from '../testing/load/load.ts';
import { track } from '../testing/load/site-load.ts';
import type { ServerProcess } from '../testing/server-process.ts';
import { signIn } from '../testing/signed-in.ts';
import { inviterId } from './fill-events.ts';

const ADMIN = '+15550001111';
const TICK_MS = 10;

/** Makes the `n`-th query string of each kind of dashboard request. All differ, so that no answer is cached. */
export const questions: Readonly<Record<string, (n: number, inviters: number) => string>> = {
  'by views': (n) => `limit=100&offset=${n}`,
  'by views, rising': (n) => `limit=100&offset=${n}&order=asc`,
  'by conversion rate': (n) => `limit=100&offset=${n}&sort=webConversionRate`,
  'by name': (n) => `limit=100&offset=${n}&sort=username&order=asc`,
  'a page in the middle': (n, inviters) => `limit=100&offset=${inviters / 2 + n}`,
  'the last pages by name': (n, inviters) =>
    `limit=100&offset=${inviters - 1_000 + n}&sort=username&order=asc`,
  'search, few found': (n) => `limit=100&search=venzo&offset=${n}`,
  'search, most found, by name': (n) => `limit=100&search=a&sort=username&offset=${n}`,
};

/** Address and database of a server. */
export type Site = Pick<ServerProcess, 'url' | 'databaseUrl'>;

export interface Read {
  firstByteMs: number;
  totalMs: number;
  bytes: number;
}

/** @returns a function that sends a request of an admin's dashboard */
export async function signInAdmin(server: Site) {
  const storage = await openStorage(server.databaseUrl, 'command');
  await storage.admins.add(ADMIN, Date.now());
  const { userId, headers } = await signIn({ storage, clock: Date.now, https: false }, ADMIN);
  await storage.close();
  const agent = new Agent({ keepAlive: true });
  return (call: 'getAnalytics' | 'getAnalyticsCsv', query: string): Promise<Read> => {
    const url = `${server.url}${calls[call].path}?userId=${encodeURIComponent(userId)}&${query}`;
    const { promise, resolve, reject } = Promise.withResolvers<Read>();
    const begun = performance.now();
    const outgoing = request(url, { agent, headers });
    outgoing.on('error', reject);
    outgoing.on('response', (response: IncomingMessage) => {
      if (response.statusCode !== 200) reject(new Error(`Answered ${response.statusCode}.`));
      let firstByteMs: number | undefined;
      let bytes = 0;
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => {
        firstByteMs ??= performance.now() - begun;
        bytes += chunk.length;
      });
      response.on('end', () => {
        const totalMs = performance.now() - begun;
        resolve({ firstByteMs: firstByteMs ?? totalMs, totalMs, bytes });
      });
    });
    outgoing.end();
    return promise;
  };
}

/** Dashboards and downloads that send requests at the same time. */
export interface Admins {
  site: Site;
  inviters: number;
  live: number;
  downloading: number;
}

/** Visitors that arrive at a constant rate, even if earlier visitors still wait for an answer. */
export interface Visitors {
  /**
   * For the requests since the last `take`: the milliseconds from each request to its answer, and how many requests
   * were refused or got no answer.
   */
  take(): Record<'page' | 'view', number[]> & { refused: number };
  stop(): Promise<void>;
}

export function startVisitors(
  url: string,
  inviters: number,
  perSecond: Record<'page' | 'view', number>,
): Visitors {
  const agent = new Agent({ keepAlive: true });
  let took: Record<'page' | 'view', number[]> = { page: [], view: [] };
  let refused = 0;
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  const sent = { page: 0, view: 0 };
  const send = {
    page: () => ask(`${url}/`, agent),
    view: () => {
      const inviter = Math.floor(Math.random() * inviters);
      const eventId = createEventId(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
      return track(url, agent, { refUserId: inviterId(inviter), action: 'page_view', eventId });
    },
  };
  const timer = setInterval(() => {
    const seconds = (performance.now() - begun) / 1_000;
    for (const kind of ['page', 'view'] as const) {
      for (; sent[kind] < seconds * perSecond[kind]; sent[kind]++) {
        const at = performance.now();
        const answered = send[kind]()
          .then(({ status }) => {
            if (status === 200) took[kind].push(performance.now() - at);
            else refused++;
          })
          // For example, the server has closed a connection that the client kept alive.
          .catch(() => refused++)
          .then(() => {
            underWay.delete(answered);
          });
        underWay.add(answered);
      }
    }
  }, TICK_MS);
  return {
    take() {
      const taken = { ...took, refused };
      took = { page: [], view: [] };
      refused = 0;
      return taken;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}
