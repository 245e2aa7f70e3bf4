import { Blob, Face, Font, Buffer as Letters, shape } from 'harfbuzzjs';

/** Set tight, as the design sets its headings. In em. */
const LETTER_SPACING = -0.02;
/** What a font answers for a character that it has no drawing of. */
const MISSING = 0;

interface Glyph {
  id: number;
  /** From the start of the text and from its line, in the font's own units. */
  x: number;
  y: number;
}

/** A text as a font draws it. */
export interface SetText {
  /** In em. */
  width: number;
  /** Whether the font has all of it. */
  isComplete: boolean;
  glyphs: readonly Glyph[];
}

/** One font, which turns text into outlines: whoever renders them needs neither text nor font. */
export class Typeface {
  readonly #font: Font;
  readonly #unitsPerEm: number;

  /** @param file a TrueType file's bytes */
  constructor(file: Uint8Array) {
    const face = new Face(new Blob(file));
    this.#font = new Font(face);
    this.#unitsPerEm = face.upem;
  }

  set(text: string): SetText {
    const letters = new Letters();
    letters.addText(text);
    letters.guessSegmentProperties();
    shape(this.#font, letters);
    const positions = letters.getGlyphPositions();
    const glyphs: Glyph[] = [];
    let right = 0;
    for (const [index, { codepoint: id }] of letters.getGlyphInfos().entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      // A mark takes no room of its own, and stays on its letter.
      if (xAdvance > 0 && index > 0) right += LETTER_SPACING * this.#unitsPerEm;
      glyphs.push({ id, x: right + xOffset, y: yOffset });
      right += xAdvance;
    }
    return {
      width: right / this.#unitsPerEm,
      isComplete: glyphs.every(({ id }) => id !== MISSING),
      glyphs,
    };
  }

  /**
   * @param x where the text starts @param y its line @param size of one em; all in pixels
   * @returns SVG of nothing but outlines and numbers, whatever the text was
   */
  draw({ glyphs }: SetText, x: number, y: number, size: number): string {
    const scale = size / this.#unitsPerEm;
    const outlines = glyphs.map(
      (glyph) =>
        `<path transform="translate(${glyph.x} ${glyph.y})" d="${this.#font.glyphToPath(glyph.id)}"/>`,
    );
    return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines.join('')}</g>`;
  }
}
