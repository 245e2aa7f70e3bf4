import type { Environment } from '../settings/read-settings.ts';

const CHECK_PARENT_EVERY_MS = 250;

/**
 * Resolves at a signal to stop. The same signal often arrives twice, from the terminal and from npm. So the handlers
 * stay and ignore later signals, because without a handler the second signal would end the program immediately. A
 * signal to npm alone only ends npm and its shell, because the shell does not forward the signal. So under npm the end
 * of the parent process also counts as a signal.
 */
export function stopSignal(environment: Environment): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    // Without a terminal, SIGHUP is ignored, so that `nohup` works: when Node starts, it resets the signals that
    // `nohup` has set to be ignored.
    process.on('SIGHUP', () => {
      if (process.stdout.isTTY) resolve();
    });
    if (!environment['npm_lifecycle_event']) return;
    const parent = process.ppid;
    const check = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(check);
      resolve();
    }, CHECK_PARENT_EVERY_MS);
    check.unref();
  });
}
