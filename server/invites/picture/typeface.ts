import { Blob, Direction, Face, Font, Buffer as Letters, shape } from 'harfbuzzjs';

/** Letter spacing in em, tight like the site's headings. */
const LETTER_SPACING = -0.02;

/** All lengths are in em. */
interface Glyph {
  id: number;
  /** The position of the glyph in its run: `x` to the right of the run's start, `y` above the baseline. */
  x: number;
  y: number;
}

/** A part of a text with one direction and one font. All lengths are in em. */
export interface Run {
  width: number;
  /** How far ink extends above and below the baseline; negative if all ink is on the other side. */
  top: number;
  bottom: number;
  glyphs: readonly Glyph[];
}

/** One font. It converts text into outlines, so that the rendering library needs no font. */
export class Typeface {
  readonly #font: Font;
  readonly #unitsPerEm: number;
  readonly #letterSpacing: number;

  /**
   * @param file a TrueType file's bytes
   * @param isTight whether letters get the tight spacing; not for scripts with joined letters, which would overlap
   */
  constructor(file: Uint8Array, isTight: boolean) {
    const face = new Face(new Blob(file));
    this.#font = new Font(face);
    this.#unitsPerEm = face.upem;
    this.#letterSpacing = isTight ? LETTER_SPACING : 0;
  }

  layOut(text: string, isRightToLeft: boolean): Run {
    const letters = new Letters();
    letters.addText(text);
    letters.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
    letters.guessSegmentProperties();
    shape(this.#font, letters);
    const positions = letters.getGlyphPositions();
    const glyphs: Glyph[] = [];
    let [width, top, bottom] = [0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const [index, { codepoint: id }] of letters.getGlyphInfos().entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      // No spacing before a mark, which has no width and must stay on its letter.
      if (xAdvance > 0 && index > 0) width += this.#letterSpacing;
      const y = this.#toEm(yOffset);
      glyphs.push({ id, x: width + this.#toEm(xOffset), y });
      width += this.#toEm(xAdvance);
      const { yBearing = 0, height = 0 } = this.#font.glyphExtents(id) ?? {};
      if (height === 0) continue;
      top = Math.max(top, y + this.#toEm(yBearing));
      bottom = Math.max(bottom, -y - this.#toEm(yBearing + height));
    }
    return { width, top, bottom, glyphs };
  }

  /**
   * @param x the left end of the run @param y its baseline @param size of one em; all in pixels
   * @returns SVG with only outlines and numbers, for any text
   */
  draw({ glyphs }: Run, x: number, y: number, size: number): string {
    const scale = size / this.#unitsPerEm;
    const outlines = glyphs.map((glyph) => {
      const [left, up] = [glyph.x, glyph.y].map((em) => Math.round(em * this.#unitsPerEm));
      return `<path transform="translate(${left} ${up})" d="${this.#font.glyphToPath(glyph.id)}"/>`;
    });
    return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines.join('')}</g>`;
  }

  #toEm(units: number): number {
    return units / this.#unitsPerEm;
  }
}
