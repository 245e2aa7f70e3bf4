/** At most so many lines above the ground. */
const MAX_STEPS = 4;

/**
 * The lines of a scale in whole, round numbers.
 *
 * @returns from 0 upwards; the last is at least `max`
 */
export function roundScale(max: number): number[] {
  if (max === 0) return [0];
  const roughStep = max / MAX_STEPS;
  const magnitude = 10 ** Math.floor(Math.log10(roughStep));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => size >= roughStep) ?? 1,
  );
  const steps = Math.ceil(max / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** @returns which of `count` days have their date written below, the last one first in line */
export function labelledDays(count: number, labels: number): number[] {
  const every = Math.ceil(count / labels);
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => count - 1 - index * every);
}
