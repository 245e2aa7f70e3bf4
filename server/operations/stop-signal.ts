import type { Environment } from '../settings/read-settings.ts';

const LOOK_FOR_PARENT_EVERY_MS = 250;

/**
 * Resolves when the program is told to stop. The same signal often arrives twice, from the terminal
 * and from npm, so the handlers stay and a second one changes nothing. In the other case, a signal to
 * npm alone, the shell between npm and the program dies of it without passing it on: so under npm the
 * end of the parent counts as a signal, too.
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

/** Without a terminal a hang-up is nobody's wish: `nohup` asks to be spared it. */
function stopSignals(): NodeJS.Signals[] {
  return process.stdout.isTTY ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}
