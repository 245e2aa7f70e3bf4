const FEW = 50;
/** Smaller than `FEW`, so that all items of a sample are different. */
const SAMPLE = 25;

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
  if (items.length <= FEW || (from === 0 && to >= items.length)) {
    items.sort(compare);
    return;
  }
  const middle = partition(items, pivotNear((from + to) / 2, items, compare), compare);
  if (from < middle) sortPart(items.subarray(0, middle), from, Math.min(to, middle), compare);
  if (to > middle) {
    sortPart(items.subarray(middle), Math.max(from - middle, 0), to - middle, compare);
  }
}

/** Moves items smaller than the pivot before larger ones. @returns how many are in the first part */
function partition(
  items: Uint32Array,
  pivot: number,
  compare: (a: number, b: number) => number,
): number {
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

/**
 * Estimates from a sample which item a complete sort would move to `index`. A good estimate leaves few items to sort on
 * one side of it.
 *
 * @returns never the largest of the items. So neither part of them is empty.
 */
function pivotNear(
  index: number,
  items: Uint32Array,
  compare: (a: number, b: number) => number,
): number {
  const distance = items.length / SAMPLE;
  const sample = Array.from(
    { length: SAMPLE },
    (_, n) => items[Math.floor((n + 0.5) * distance)] ?? 0,
  );
  return sample.sort(compare)[Math.min(Math.floor(index / distance), SAMPLE - 2)] ?? 0;
}
