import type { App, AppParts } from './app.ts';

const RUN_EVERY_MS = 60 * 60 * 1_000;
const LOOK_EVERY_MS = 60 * 1_000;

/** Removes what is past its time, once an hour while the site listens. A stop interrupts it between two steps. */
export function keepRetention(app: App, { storage, clock }: AppParts): void {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      running ??= runWhenDue().finally(() => {
        running = undefined;
      });
    }, LOOK_EVERY_MS);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  });

  async function runWhenDue(): Promise<void> {
    try {
      const last = await storage.retention.lastRun();
      // A run in the future is that of a clock that was wrong, and must not hold up those of years.
      if (last && Math.abs(clock() - last.at) < RUN_EVERY_MS) return;
      const { events, erasedEvents } = await storage.retention.run(clock(), stop.signal);
      if (events + erasedEvents > 0) {
        app.log.info({ events, erasedEvents }, 'Removed events that are past their time.');
      }
    } catch (error) {
      if (!stop.signal.aborted) app.log.error({ err: error }, 'The retention did not finish.');
    }
  }
}
