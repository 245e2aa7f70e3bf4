import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Admins } from './dashboard.ts';

/**
 * Starts dashboards and downloads. They have a thread of their own, because handling their long answers would delay the
 * requests of visitors, and those would seem to wait for the site.
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
