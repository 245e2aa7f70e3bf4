/** What shells expect of a program that Ctrl-C has ended. */
export const INTERRUPTED = 130;

/** Aborted by Ctrl-C, or by whoever manages the machine. */
export function interruption(): AbortSignal {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Once: whoever presses Ctrl-C again does not want to wait for the rows under way.
    process.once(signal, () => interrupt.abort());
  }
  return interrupt.signal;
}
