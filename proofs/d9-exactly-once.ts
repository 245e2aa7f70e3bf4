import { Agent } from 'node:http';
import type { TrackInviteRequest } from '../contract/schemas/invite-events.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { addInviter, INVITER, readCounters, track } from '../testing/load/visit-load.ts';
import { startServer } from '../testing/server-process.ts';
import { startLossyNetwork } from './network/lossy-network.ts';
import { type Proof, require } from './proof.ts';

const PAGE_LOADS = 2_000;
const CLIENTS = 16;
const DROPPED_SHARE = 0.3;
/** For one page load in 100, each event is sent 20 times at the same time. */
const COPIES_EVERY = 100;
const COPIES = 20;

export const exactlyOnce: Proof = {
  id: 'D9',
  promise: 'An event that is sent several times counts once.',
  variants: testEngines.map(({ name }) => name),
  async run(engine) {
    const named = await runClients(engine, (n) => `page-load-${n}`);
    require(named.dropped > 0, 'No answer was lost: nothing was proved.');
    require(named.pageViews === PAGE_LOADS, `${named.pageViews} views were counted.`);
    require(named.downloads === PAGE_LOADS, `${named.downloads} clicks were counted.`);
    const nameless = await runClients(engine, () => undefined);
    require(nameless.downloads >
      PAGE_LOADS, 'Without event ids no repetition was counted: nothing was proved.');
    return `${2 * PAGE_LOADS} events in ${named.sent} requests, ${named.dropped} answers lost, ${named.pageViews + named.downloads} counted (control: without event ids ${nameless.pageViews + nameless.downloads} were counted)`;
  },
  control: { inRun: 'event ids' },
};

interface Run {
  /** Number of requests. */
  sent: number;
  dropped: number;
  pageViews: number;
  downloads: number;
}

/** Sends a view and a click for each page load, and repeats each request until it is answered. */
async function runClients(
  engine: string,
  nameOf: (pageLoad: number) => string | undefined,
): Promise<Run> {
  await using server = await startServer({ engine, env: { RATE_LIMITS: 'off' } });
  await addInviter(server.databaseUrl);
  await using ends = new AsyncDisposableStack();
  const dropper = await startLossyNetwork(server.url, DROPPED_SHARE);
  ends.defer(() => dropper.close());
  let isRunning = true;
  void server.exited.then(() => {
    isRunning = false;
  });
  let sent = 0;
  let next = 0;
  async function sendUntilAnswered(event: TrackInviteRequest, agent: Agent): Promise<void> {
    for (;;) {
      sent++;
      const answer = await track(dropper.url, agent, event).catch(() => undefined);
      if (answer) return require(answer.status === 200, `An event was answered ${answer.status}.`);
      require(isRunning, 'The server has ended.');
    }
  }
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true });
    while (next < PAGE_LOADS) {
      const pageLoad = next++;
      const eventId = nameOf(pageLoad);
      const event = { refUserId: INVITER, ...(eventId && { eventId }) };
      const copies = pageLoad % COPIES_EVERY === 0 ? COPIES : 1;
      for (const action of ['page_view', 'download_clicked'] as const) {
        await Promise.all(
          Array.from({ length: copies }, () => sendUntilAnswered({ ...event, action }, agent)),
        );
      }
    }
    agent.destroy();
  });
  await Promise.all(clients);
  const { total, differences } = await readCounters(server.databaseUrl);
  require(differences.length === 0, differences.join(' '));
  return { sent, dropped: dropper.dropped(), ...total };
}
