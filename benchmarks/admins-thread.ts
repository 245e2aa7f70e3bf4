/** The thread of `startAdmins`. It ends its requests when it gets a message. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Admins, questions, signInAdmin } from './dashboard.ts';

/** The mean of the random pauses of an admin between two requests. A real dashboard sends at most one a second. */
const LIVE_EVERY_MS = 1_000;

const { site, inviters, live, downloading }: Admins = workerData;
const ask = await signInAdmin(site);
const queries = Object.values(questions);
let isOver = false;
if (parentPort) void once(parentPort, 'message').then(() => (isOver = true));

await Promise.all([
  ...Array.from({ length: live }, async (_, admin) => {
    for (let n = 0; !isOver; n++) {
      await ask('getAnalytics', queries[(admin + n) % queries.length]?.(n, inviters) ?? '');
      await wait(LIVE_EVERY_MS * Math.random() * 2);
    }
  }),
  ...Array.from({ length: downloading }, async () => {
    while (!isOver) await ask('getAnalyticsCsv', '');
  }),
]);
// Connections that are kept open would keep the thread running.
process.exit();
