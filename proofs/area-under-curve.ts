/** The largest area (AUC) that counts as no difference; 0.5 is pure chance. */
export const MOST_TELLING = 0.55;

/** The probability that a random time of the second list is longer than one of the first (AUC). */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((ms) => ({ ms, late: 0 })), ...second.map((ms) => ({ ms, late: 1 }))];
  all.sort((a, b) => a.ms - b.ms);
  let ranks = 0;
  for (const [index, { late }] of all.entries()) ranks += late * (index + 1);
  return (ranks - (second.length * (second.length + 1)) / 2) / (first.length * second.length);
}
