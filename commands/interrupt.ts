/** The exit code after Ctrl-C: 128 + SIGINT, as shells expect. */
export const INTERRUPTED = 130;

/** @returns a signal that Ctrl-C (SIGINT) or a supervisor (SIGTERM) aborts */
export function interruption(): AbortSignal {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // `once`, so that a second Ctrl-C ends the program immediately, without waiting for the current rows.
    process.once(signal, () => interrupt.abort());
  }
  return interrupt.signal;
}
