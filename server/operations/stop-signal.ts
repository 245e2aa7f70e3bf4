/**
 * Resolves at a signal to stop. The same signal often arrives twice, from the terminal and from npm. So the handlers
 * stay and ignore later signals, because without a handler the second signal would end the program immediately.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    // Without a terminal, SIGHUP is ignored, so that `nohup` works: when Node starts, it resets the signals that
    // `nohup` has set to be ignored.
    process.on('SIGHUP', () => {
      if (process.stdout.isTTY) resolve();
    });
  });
}
