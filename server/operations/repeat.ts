import { MINUTE_MS } from '../../contract/durations.ts';
import type { FastifyApp } from '../app-parts.ts';

/**
 * While the app listens, begins the work once a minute, unless it is still running. A stop aborts the work, and waits
 * for its end, because the storage is closed afterwards.
 *
 * @param failure is logged with the error if the work fails
 */
export function repeatEachMinute(
  app: FastifyApp,
  work: (stop: AbortSignal) => Promise<void>,
  failure: string,
): void {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      await work(stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) app.log.error({ err: error }, failure);
    }
    running = undefined;
  }

  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      running ??= run();
    }, MINUTE_MS);
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    stop.abort();
  });
  app.addHook('onClose', () => running);
}
