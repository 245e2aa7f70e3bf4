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
    const meant = KNOWN.find((known) => isNear(name.toUpperCase(), known));
    return meant ? `${name} (did you mean ${meant}?)` : [];
  });
  if (mistyped.length === 0) return undefined;
  return `These settings are unknown and have no effect: ${mistyped.join(', ')}.`;
}

/** Whether two names begin or end alike, and have the same letters, in any order, apart from some mistakes. */
function isNear(name: string, known: string): boolean {
  if (name[0] !== known[0] && name.at(-1) !== known.at(-1)) return false;
  const { length } = known;
  const most = Math.min(Math.max(1, Math.floor(length / LETTERS_PER_MISTAKE)), MOST_MISTAKES);
  const missing = [...name].reduce((left, letter) => left.replace(letter, ''), known).length;
  return missing <= most && name.length - length + missing <= most;
}
