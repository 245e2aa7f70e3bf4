import type { TrackInviteRequest } from '../../contract/schemas/invite-events.ts';
import type { InviterStats } from '../../storage/interface/analytics.ts';
import type { Recount } from '../../storage/interface/invites.ts';
import { openStorage } from '../../storage/open.ts';
import { Dice } from '../../testing/dice.ts';
import { visitRequest } from '../../testing/load/visit-load.ts';
import { startServer } from '../../testing/server-process.ts';
import { require } from '../proof.ts';
import { flood } from './flood.ts';

const SEED = 12;
const CONNECTIONS = 8;
const ROUNDS = 10;
const EVENTS_PER_ROUND = 500;
/** Few, so that most ids are sent for several inviters, some first with a view and others first with a click. */
const IDS = 5_000;
const HONEST_PAGE_LOADS = 1_000;
const HONEST_CLICK_EVERY = 4;
/** For each inviter with forged events, the share of these events that are views; the others are clicks. */
const viewShares: Readonly<Record<string, number>> = {
  'clicks-1': 0,
  'clicks-2': 0,
  'few-views': 0.1,
  'half-views': 0.5,
  'views-1': 1,
  'views-2': 1,
};
const HONEST = 'honest';

/**
 * Sends visits to the pages of several inviters with the same event ids, over several connections. On PostgreSQL the
 * visits are sent to two copies of the program.
 *
 * @param program see `startServer`
 * @throws when an inviter has more downloads than views, or honest page loads are not counted exactly
 */
export async function shareIdsOverInviters(engine: string, program?: string): Promise<string> {
  const options = { ...(program && { program }), engine };
  const env = { RATE_LIMITS: 'off' };
  const first = await startServer({ ...options, env });
  const others =
    engine === 'SQLite'
      ? []
      : [await startServer({ ...options, env: { ...env, DATABASE_URL: first.databaseUrl } })];
  const servers = [first, ...others];
  try {
    await addInviters(first.databaseUrl);
    const ports = servers.map(({ url }) => Number(new URL(url).port));
    const dice = new Dice(SEED);
    // The same ids are used before and after an erasure.
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: CONNECTIONS }, (_, n) =>
          flood(ports[n % ports.length] ?? 0, EVENTS_PER_ROUND, () => visitRequest(forge(dice))),
        ),
      );
      await putAgain(first.databaseUrl, dice.pick(Object.keys(viewShares)));
    }
    const loads = HONEST_PAGE_LOADS + HONEST_PAGE_LOADS / HONEST_CLICK_EVERY;
    await flood(ports.at(-1) ?? 0, loads, (n) => visitRequest(honest(n)));
    const { rows, differences } = await read(first.databaseUrl);
    return judge(rows, differences, servers.length);
  } finally {
    for (const server of servers.toReversed()) await server.stop();
  }
}

function judge(rows: readonly InviterStats[], differences: string[], copies: number): string {
  for (const { id, pageViews, downloads } of rows) {
    require(downloads <= pageViews, `${id} has ${downloads} downloads on ${pageViews} views.`);
  }
  const honest = rows.find(({ id }) => id === HONEST);
  require(honest?.pageViews ===
    HONEST_PAGE_LOADS, `Of ${HONEST_PAGE_LOADS} honest views ${honest?.pageViews} were counted.`);
  const clicks = HONEST_PAGE_LOADS / HONEST_CLICK_EVERY;
  require(honest.downloads ===
    clicks, `Of ${clicks} honest clicks ${honest.downloads} were counted.`);
  require(differences.length === 0, differences.join(' '));
  const highest = Math.max(
    ...rows.map(({ pageViews, downloads }) => (100 * downloads) / pageViews),
  );
  return `${CONNECTIONS * ROUNDS * EVENTS_PER_ROUND} events of ${rows.length - 1} inviters with ${IDS} shared ids were sent to ${copies} copies, and an inviter was erased and added again ${ROUNDS} times: no conversion rate exceeds ${highest.toFixed(1)} %, ${HONEST_PAGE_LOADS} honest page loads are counted exactly, all counters equal the log`;
}

function forge(dice: Dice): TrackInviteRequest {
  const [refUserId, viewShare] = dice.pick(Object.entries(viewShares));
  const action = dice.happens(viewShare) ? 'page_view' : 'download_clicked';
  const eventId = dice.happens(0.2) ? undefined : `forged-${dice.upTo(IDS)}`;
  return { refUserId, action, ...(eventId && { eventId }) };
}

/** First the views of all honest page loads, then the clicks of every fourth. */
function honest(n: number): TrackInviteRequest {
  const isView = n < HONEST_PAGE_LOADS;
  const pageLoad = isView ? n : (n - HONEST_PAGE_LOADS) * HONEST_CLICK_EVERY;
  const action = isView ? 'page_view' : 'download_clicked';
  return { refUserId: HONEST, action, eventId: `honest-${pageLoad}` };
}

async function addInviters(databaseUrl: string): Promise<void> {
  await onStorage(databaseUrl, ({ inviters }) =>
    inviters.putAll([...Object.keys(viewShares), HONEST].map(profile)),
  );
}

async function putAgain(databaseUrl: string, id: string): Promise<void> {
  await onStorage(databaseUrl, async ({ inviters }) => {
    await inviters.erase(id, Date.now());
    await inviters.put(profile(id));
  });
}

function profile(id: string) {
  return { id, username: id, firstName: null, profileImageUrl: null };
}

function read(databaseUrl: string): Promise<{ rows: InviterStats[] } & Recount> {
  const all = { search: '', sort: 'username', order: 'asc' } as const;
  return onStorage(databaseUrl, async ({ analytics, inviteEvents }) => ({
    rows: (await Array.fromAsync((await analytics.list(all)).rows)).flat(),
    ...(await inviteEvents.recount()),
  }));
}

async function onStorage<Result>(
  databaseUrl: string,
  work: (storage: Awaited<ReturnType<typeof openStorage>>) => Promise<Result>,
): Promise<Result> {
  await using storage = await openStorage(databaseUrl, 'command');
  return await work(storage);
}
