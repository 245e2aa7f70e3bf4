/**
 * Makes of many wishes few runs: one at a time, not more often than every `intervalMs`, and one more
 * after the last wish.
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
