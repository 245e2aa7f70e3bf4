/** How many small and how many large stars are drawn, on a field of 1,440 x 640. */
const SMALL = 46;
const LARGE = 12;

/** Drawn at build time, so all visitors get the same sky. */
function scatter(count: number, seed: number): string {
  let state = seed;
  const next = (range: number) => {
    state = (state * 16807) % 2147483647;
    return state % range;
  };
  // y is squared, so that there are fewer stars near the horizon.
  return Array.from(
    { length: count },
    () => `M${next(1440)} ${Math.round(next(800) ** 2 / 1000)}h0`,
  ).join('');
}

export function Stars() {
  return (
    <svg
      className="stars"
      viewBox="0 0 1440 640"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <path strokeWidth="1.8" d={scatter(SMALL, 44)} />
      <path strokeWidth="3" d={scatter(LARGE, 42)} />
    </svg>
  );
}
