/** Up to this AUC two lists of times count as equal. With an AUC of 0.5 neither list has longer times. */
export const MAX_AUC = 0.55;

/** The AUC: the probability that a random time of the second list is longer than a random time of the first. */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((ms) => ({ ms, late: 0 })), ...second.map((ms) => ({ ms, late: 1 }))];
  all.sort((a, b) => a.ms - b.ms);
  let ranks = 0;
  for (const [index, { late }] of all.entries()) ranks += late * (index + 1);
  return (ranks - (second.length * (second.length + 1)) / 2) / (first.length * second.length);
}
