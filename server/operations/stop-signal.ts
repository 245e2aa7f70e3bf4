import type { Environment } from '../settings/read-settings.ts';

const LOOK_FOR_PARENT_EVERY_MS = 250;

/**
 * Resolves when the program is told to stop. The same signal often arrives twice, from the terminal and from npm, so
 * the handlers stay and the second one is ignored. A signal to npm alone kills npm's shell, which does not forward it:
 * so under npm the end of the parent process also counts as a signal.
 */
export function stopSignal(environment: Environment): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of stopSignals()) process.on(signal, () => resolve());
    if (!environment['npm_lifecycle_event']) return;
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, LOOK_FOR_PARENT_EVERY_MS);
    look.unref();
  });
}

/** Ignore SIGHUP when there is no terminal, so that `nohup` works. */
function stopSignals(): NodeJS.Signals[] {
  return process.stdout.isTTY ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}
