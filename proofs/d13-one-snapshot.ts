import { calls } from '../contract/calls.ts';
import type { AnalyticsResponse } from '../contract/schemas/analytics.ts';
import { openStorage } from '../storage/open.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { track } from '../testing/load/visit-load.ts';
import { startWrites, type WriteLoad } from '../testing/load/write-load.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { signIn } from '../testing/signed-in.ts';
import { type Proof, require } from './proof.ts';

const READS = 10_000;
const READERS = 4;
const INVITERS = 20;
/** More than the 50 answers that the server caches for a second, so that most reads do not get a cached answer. */
const QUESTIONS = 80;
const ADMIN = '+15550001111';

export const oneSnapshot: Proof = {
  id: 'D13',
  promise: 'In every answer the totals equal the sum of the rows, also while visits are counted.',
  variants: testEngines.map(({ name }) => name),
  async run(engine) {
    await using server = await startServer({ engine, env: { RATE_LIMITS: 'off' } });
    const read = await prepare(server);
    const load = startEvents(server.url);
    const states = new Set<number>();
    let reads = 0;
    let torn = 0;
    let tornInControl = 0;
    const readers = Array.from({ length: READERS }, async () => {
      let before: AnalyticsResponse | undefined;
      while (reads < READS) {
        const answer = await read(reads++ % QUESTIONS);
        states.add(answer.totalViews);
        if (!addsUp(answer, answer)) torn++;
        // The control compares the totals of one answer with the rows of the next answer.
        if (before && !addsUp(before, answer)) tornInControl++;
        before = answer;
      }
    });
    await Promise.all(readers);
    await server.stop();
    await load.ended;
    require(torn === 0, `In ${torn} of ${reads} answers the totals are not the sum of the rows.`);
    require(tornInControl >
      0, 'The totals of one answer always equal the rows of the next, too: nothing was proved.');
    return `${reads} reads while ${load.acknowledged.length} events were stored, ${states.size} different totals: in every answer they equal the sum of the rows (control: the totals of one answer differ from the rows of the next ${tornInControl} times)`;
  },
  control: { inRun: 'one snapshot for totals and rows' },
};

/** @returns a function that reads all inviters as an admin. Its parameter, below `QUESTIONS`, selects the query. */
async function prepare(server: ServerProcess) {
  const storage = await openStorage(server.databaseUrl, 'command');
  for (let n = 0; n < INVITERS; n++) {
    const profile = { username: `name-${n}`, firstName: null, profileImageUrl: null };
    await storage.inviters.put({ id: `inviter-${n}`, ...profile });
  }
  await storage.admins.add(ADMIN, Date.now());
  const { userId, headers } = await signIn({ storage, clock: Date.now, https: false }, ADMIN);
  await storage.close();
  return async (question: number): Promise<AnalyticsResponse> => {
    // Every fourth query is the one without a limit, whose answer is streamed and never cached.
    const limit = question % 4 === 0 ? '' : `&limit=${INVITERS + question}`;
    const query = `?userId=${encodeURIComponent(userId)}${limit}`;
    const response = await fetch(`${server.url}${calls.getAnalytics.path}${query}`, { headers });
    require(response.status === 200, `A read was answered ${response.status}.`);
    return (await response.json()) as AnalyticsResponse;
  };
}

/** Views and clicks on the pages of all inviters in turn. */
function startEvents(url: string): WriteLoad {
  return startWrites(
    (connection, n) => `page-load-${connection}-${n}`,
    (eventId, agent) => {
      const n = Number(eventId.split('-').at(-1));
      const action = n % 3 === 0 ? 'download_clicked' : 'page_view';
      return track(url, agent, { refUserId: `inviter-${n % INVITERS}`, action, eventId });
    },
  );
}

function addsUp(totals: AnalyticsResponse, { userStats }: AnalyticsResponse): boolean {
  const views = userStats.reduce((sum, { pageViews }) => sum + pageViews, 0);
  const clicks = userStats.reduce((sum, { downloads }) => sum + downloads, 0);
  return views === totals.totalViews && clicks === totals.totalDownloads;
}
