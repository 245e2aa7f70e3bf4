import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Admins } from './dashboard.ts';

/**
 * Starts dashboards and downloads in a separate thread. In the visitors' thread, handling a long answer to an admin
 * would delay the moment at which the answer to a visitor is noticed, and the site would seem slower than it is.
 * @returns a function that ends them
 */
export function startAdmins(admins: Admins): () => Promise<void> {
  const thread = new Worker(new URL('./admins-thread.ts', import.meta.url), { workerData: admins });
  const ended = once(thread, 'exit');
  // Otherwise a failed request would end the benchmark at once, and leave its processes running.
  ended.catch(() => {});
  return async () => {
    thread.postMessage('end');
    await ended;
  };
}
