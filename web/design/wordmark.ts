/** How the product's name and tagline are written, whatever their script. */

/**
 * Divides the product's name, in the lower case of the logo, at its first "o", which has the colour of the sun. The
 * Cyrillic and the Greek letter look the same. A name without such a letter has an empty `orb`.
 */
export function wordmarkOf(name: string): { before: string; orb: string; after: string } {
  const [, before = '', orb = '', after = ''] =
    /^((?:[^oоο]|[oоο](?=\p{M}))*)(.?)(.*)$/su.exec(name.normalize('NFC').toLowerCase()) ?? [];
  return { before, orb, after };
}

const FROM_RIGHT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** For the attribute `dir`: whether the first letter is of a script that is written from right to left. */
export function directionOf(text: string): 'rtl' | undefined {
  return FROM_RIGHT.test(text) ? 'rtl' : undefined;
}

/** Mean widths of letters in the display font, in thousandths of its size. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u, 1_000],
  [/^[ijlftrI1.,:;!'’ ]/, 360],
  [/^[mwMW@]/, 880],
  [/^\p{Lu}/u, 650],
];
const OTHER_WIDTH = 560;

/** The `viewBox` of the name as a line of text with 1,000 units per em, and its baseline at 0. */
export function nameBox(name: string): readonly [number, number, number, number] {
  const widths = [...new Intl.Segmenter().segment(name)].map(
    ({ segment }) => WIDTHS.find(([letters]) => letters.test(segment))?.[1] ?? OTHER_WIDTH,
  );
  return [0, -758, widths.reduce((sum, width) => sum + width, 0), 931];
}
