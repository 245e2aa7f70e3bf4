import { definitions } from './definitions.ts';

const KNOWN = Object.values(definitions).map(({ name }) => name);
/** A name of this many letters may have one mistake, a name of twice as many letters two, and so on up to four. */
const LETTERS_PER_MISTAKE = 5;
const MOST_MISTAKES = 4;

/**
 * Only names that are nearly those of settings count, because an environment has many variables of other programs. All
 * names are compared in capitals.
 *
 * @returns a sentence for the log or for a refusal; undefined if there is no such name
 */
export function warningOfUnknown(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const mistyped = Object.entries(environment).flatMap(([name, value]) => {
    if (!value?.trim() || KNOWN.includes(name)) return [];
    const meant = KNOWN.find((known) => isNear(name.toUpperCase(), known, mistakesIn(known)));
    return meant ? `${name} (did you mean ${meant}?)` : [];
  });
  if (mistyped.length === 0) return undefined;
  return `These settings are unknown and have no effect: ${mistyped.join(', ')}.`;
}

function mistakesIn({ length }: string): number {
  return Math.min(Math.max(1, Math.floor(length / LETTERS_PER_MISTAKE)), MOST_MISTAKES);
}

/** Whether a text becomes the other one when some letters are replaced, added, left out or exchanged with the next. */
function isNear(one: string, other: string, mistakes: number): boolean {
  if (one === other) return true;
  if (Math.abs(one.length - other.length) > mistakes || mistakes === 0) return false;
  const [first, next] = one;
  const [otherFirst, otherNext] = other;
  const after = (count: number, otherCount: number, left: number) =>
    isNear(one.slice(count), other.slice(otherCount), left);
  if (first === otherFirst) return after(1, 1, mistakes);
  const isExchanged = first === otherNext && next === otherFirst;
  return (
    after(1, 1, mistakes - 1) ||
    after(1, 0, mistakes - 1) ||
    after(0, 1, mistakes - 1) ||
    (isExchanged && after(2, 2, mistakes - 1))
  );
}
