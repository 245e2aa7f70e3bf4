import { Blob, Direction, Face, Font, Buffer as Letters, shape } from 'harfbuzzjs';

/** Letter spacing in em, tight like the site's headings. */
const LETTER_SPACING = -0.02;

/** All in em. */
interface Glyph {
  id: number;
  /** From the start of the run and from its line. */
  x: number;
  y: number;
}

/** Text in one direction, in one font. All in em. */
export interface Run {
  width: number;
  /** How far ink reaches above and below the baseline; negative if it does not reach the baseline. */
  top: number;
  bottom: number;
  glyphs: readonly Glyph[];
}

/** One font. Text becomes outlines, so rendering needs neither text nor fonts. */
export class Typeface {
  readonly #font: Font;
  readonly #unitsPerEm: number;
  readonly #letterSpacing: number;

  /**
   * @param file a TrueType file's bytes
   * @param isTight whether letter spacing applies; joined letters must not be moved
   */
  constructor(file: Uint8Array, isTight: boolean) {
    const face = new Face(new Blob(file));
    this.#font = new Font(face);
    this.#unitsPerEm = face.upem;
    this.#letterSpacing = isTight ? LETTER_SPACING : 0;
  }

  set(text: string, isRightToLeft: boolean): Run {
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
      // A mark has no width, and stays on its letter.
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
   * @param x where the run starts @param y its line @param size of one em; all in pixels
   * @returns SVG with only outlines and numbers, whatever the text was
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
