/** How large a name can be set; `name.css` has the sizes. */
export type NameSize = 'huge' | 'large' | 'medium' | 'small' | 'tiny' | 'least';

/** Each with the longest word, and the most in all, that stand well in it on a small phone. */
const fits: readonly (readonly [size: NameSize, word: number, all: number])[] = [
  ['huge', 5, 5],
  ['large', 8, 14],
  ['medium', 10, 20],
  ['small', 13, 30],
  ['tiny', 17, 50],
];

/** In code points: what is wider than it has letters, breaks in its own line. */
export function nameSize(name: string): NameSize {
  const all = [...name].length;
  const word = Math.max(...name.split(/\s+/).map((part) => [...part].length));
  return fits.find(([, maxWord, maxAll]) => word <= maxWord && all <= maxAll)?.[0] ?? 'least';
}
