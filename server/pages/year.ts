/**
 * Makes content that contains the year. The first use in a new year (UTC) makes the content again.
 *
 * @param clock milliseconds since 1970 UTC
 * @returns a function that returns the content for the current year
 */
export function refilledEachYear<Filled>(
  clock: () => number,
  fill: (year: string) => Filled,
): () => Filled {
  let year = yearOf(clock());
  let filled = fill(year);
  return () => {
    const now = yearOf(clock());
    if (now !== year) {
      year = now;
      filled = fill(year);
    }
    return filled;
  };
}

function yearOf(time: number): string {
  return String(new Date(time).getUTCFullYear());
}
