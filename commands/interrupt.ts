/** The exit code after Ctrl-C: 128 + SIGINT, as shells expect. */
export const INTERRUPTED = 130;

/** Aborted by Ctrl-C (SIGINT), or by a supervisor (SIGTERM). */
export function interruption(): AbortSignal {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // `once`, so that a second Ctrl-C ends the program immediately, without waiting for the current rows.
    process.once(signal, () => interrupt.abort());
  }
  return interrupt.signal;
}
