/**
 * Merges many calls into few runs: one run at a time, at most one run every `intervalMs`, and always a run after the
 * last call.
 */
export function coalesce(run: () => Promise<unknown>, intervalMs: number): () => void {
  let isWanted = false;
  let isRunning = false;

  async function runWhileWanted(): Promise<void> {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await Promise.all([run(), new Promise((resolve) => setTimeout(resolve, intervalMs))]);
    }
    isRunning = false;
  }

  return () => {
    isWanted = true;
    if (!isRunning) void runWhileWanted();
  };
}
