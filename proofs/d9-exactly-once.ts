import { Agent } from 'node:http';
import type { TrackInviteRequest } from '../contract/schemas/invite-events.ts';
import { startTcpProxy } from '../testing/databases/tcp-proxy.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { addInviter, INVITER, readCounters, track } from '../testing/load/site-load.ts';
import { startServer } from '../testing/server-process.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const PAGE_LOADS = 2_000;
const FEW_PAGE_LOADS = 200;
const CLIENTS = 16;
const DROPPED_SHARE = 0.3;
/** For one page load in 100, each event is sent 20 times at the same time. */
const COPIES_EVERY = 100;
const COPIES = 20;

export const exactlyOnce: Proof = {
  id: 'D9',
  promise: 'An event that is sent several times counts once.',
  variants: testEngines.map(({ name }) => name),
  run: (engine) => sendRepeatedly(engine, PAGE_LOADS, (n) => ({ eventId: `page-load-${n}` })),
  control: {
    without: 'event ids',
    run: (engine) =>
      expectFailure(/clicks were counted/, () =>
        sendRepeatedly(engine, FEW_PAGE_LOADS, () => ({})),
      ),
  },
};

/** Sends a view and a click for each page load, and repeats each request until it is answered. */
async function sendRepeatedly(
  engine: string,
  pageLoads: number,
  idOf: (pageLoad: number) => { eventId?: string },
): Promise<string> {
  await using server = await startServer({ engine, env: { RATE_LIMITS: 'off' } });
  await addInviter(server.databaseUrl);
  // The proxy drops answers after the server has done the work.
  const proxy = await startTcpProxy(Number(new URL(server.url).port));
  proxy.loseAnswers(DROPPED_SHARE);
  const url = `http://127.0.0.1:${proxy.port}`;
  let requests = 0;
  async function sendUntilAnswered(agent: Agent, event: TrackInviteRequest): Promise<void> {
    for (;;) {
      requests++;
      const answer = await track(url, agent, event).catch(() => undefined);
      if (answer) return require(answer.status === 200, `An event was answered ${answer.status}.`);
      require(server.process.exitCode === null, 'The server has ended.');
    }
  }
  let next = 0;
  async function keepVisiting(): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    while (next < pageLoads) {
      const pageLoad = next++;
      const copies = pageLoad % COPIES_EVERY === 0 ? COPIES : 1;
      for (const action of ['page_view', 'download_clicked'] as const) {
        const event = { refUserId: INVITER, action, ...idOf(pageLoad) };
        await Promise.all(Array.from({ length: copies }, () => sendUntilAnswered(agent, event)));
      }
    }
    agent.destroy();
  }
  await Promise.all(Array.from({ length: CLIENTS }, keepVisiting));
  await proxy.close();

  const { total, differences } = await readCounters(server.databaseUrl);
  require(proxy.lostAnswers > 0, 'No answer was lost: nothing was proved.');
  require(differences.length === 0, differences.join(' '));
  const { pageViews, downloads } = total;
  const isExact = pageViews === pageLoads && downloads === pageLoads;
  require(isExact, `${pageViews} views and ${downloads} clicks were counted.`);
  return `${2 * pageLoads} events in ${requests} requests, ${proxy.lostAnswers} answers lost, ${pageViews + downloads} counted`;
}
