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
  let year = yearAt(clock());
  let filled = fill(year.name);
  return () => {
    const now = clock();
    if (now < year.from || now >= year.until) {
      year = yearAt(now);
      filled = fill(year.name);
    }
    return filled;
  };
}

function yearAt(time: number) {
  const year = new Date(time).getUTCFullYear();
  return { name: String(year), from: Date.UTC(year, 0), until: Date.UTC(year + 1, 0) };
}
