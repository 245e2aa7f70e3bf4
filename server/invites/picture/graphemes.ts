const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letters of a text as people count them, each with its marks. */
export function toGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
