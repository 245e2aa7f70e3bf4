const FEW = 50;

/**
 * Sorts only a part of the items: those from index `from` up to, but not including, `to` are the same as after a
 * complete sort. A complete sort of a hundred thousand items would take ten times as long.
 *
 * @param compare never 0 for different items
 */
export function sortPart(
  items: Uint32Array,
  from: number,
  to: number,
  compare: (a: number, b: number) => number,
): void {
  if (items.length <= FEW || (from <= 0 && to >= items.length)) {
    items.sort(compare);
    return;
  }
  const middle = partition(items, compare);
  if (from < middle) sortPart(items.subarray(0, middle), from, Math.min(to, middle), compare);
  if (to > middle) sortPart(items.subarray(middle), from - middle, to - middle, compare);
}

/** Moves smaller items before larger ones. @returns how many are in the first part: at least one, but not all */
function partition(items: Uint32Array, compare: (a: number, b: number) => number): number {
  const pivot = medianOf(items, compare);
  let low = -1;
  let high = items.length;
  for (;;) {
    do low++;
    while (compare(items[low] ?? 0, pivot) < 0);
    do high--;
    while (compare(items[high] ?? 0, pivot) > 0);
    if (low >= high) return high + 1;
    const item = items[low] ?? 0;
    items[low] = items[high] ?? 0;
    items[high] = item;
  }
}

/** @returns the median of three items. The largest of all items must not be chosen: the second part would be empty */
function medianOf(items: Uint32Array, compare: (a: number, b: number) => number): number {
  const three = [0, items.length >> 1, items.length - 1].map((index) => items[index] ?? 0);
  return three.sort(compare)[1] ?? 0;
}
