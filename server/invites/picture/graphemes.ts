const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The graphemes of a text: each letter with its marks. */
export function toGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
