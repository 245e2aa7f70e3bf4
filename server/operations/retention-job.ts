import type { RetentionRun } from '../../storage/storage.ts';
import type { App, AppParts } from '../app-parts.ts';

const RUN_EVERY_MS = 60 * 60 * 1_000;
const LOOK_EVERY_MS = 60 * 1_000;

/**
 * Removes expired events once an hour while any copy of the site runs. A stop interrupts it between two steps.
 *
 * @returns a function that gives the last run known here; it is read from the database once a minute
 */
export function keepRetention(
  app: App,
  { storage, clock }: AppParts,
): () => RetentionRun | undefined {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let last: RetentionRun | undefined;

  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      running ??= runWhenDue().finally(() => {
        running = undefined;
      });
    }, LOOK_EVERY_MS);
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    stop.abort();
  });
  // Runs before the storage is closed.
  app.addHook('onClose', () => running);
  return () => last;

  async function runWhenDue(): Promise<void> {
    await readLast();
    try {
      const run = await storage.retention.runWhenDue(clock(), RUN_EVERY_MS, stop.signal);
      last = run ?? last;
      if (run && run.events + run.erasedEvents > 0) {
        const { events, erasedEvents } = run;
        app.log.info({ events, erasedEvents }, 'Removed events that are past their time.');
      }
    } catch (error) {
      if (!stop.signal.aborted) app.log.error({ err: error }, 'The retention did not finish.');
    }
  }

  /** Read before the run: if runs fail repeatedly, the metrics still show the last successful one. */
  async function readLast(): Promise<void> {
    try {
      // Another copy may have run it.
      last = (await storage.retention.lastRun()) ?? last;
    } catch {
      // The run below logs the problem of the database.
    }
  }
}
