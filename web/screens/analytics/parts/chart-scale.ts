/** The maximum number of grid lines above zero. */
const MAX_STEPS = 5;
/** The round sizes of a step, before the multiplication by a power of ten. */
const ROUND = [1, 2, 5, 10];

/**
 * The grid lines of a scale, at whole, round numbers.
 *
 * @returns the numbers from 0 upwards; the last number is at least `max`
 */
export function roundScale(max: number): number[] {
  const roughStep = Math.max(1, max / MAX_STEPS);
  const magnitude = 10 ** Math.floor(Math.log10(roughStep));
  const step = ROUND.map((factor) => factor * magnitude).find((size) => size >= roughStep) ?? 1;
  const steps = Math.ceil(max / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** @returns the indexes of the days that get a date label, the last day first; the last day always gets a label */
export function labelledDays(count: number, labels: number): number[] {
  const every = Math.ceil(count / labels);
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => count - 1 - index * every);
}
