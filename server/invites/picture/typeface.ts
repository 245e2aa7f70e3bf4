import { Blob, Direction, Face, Font, Buffer as Letters, shape } from 'harfbuzzjs';

/** Set tight, as the design sets its headings. In em. */
const LETTER_SPACING = -0.02;

/** All in em. */
interface Glyph {
  id: number;
  /** From the start of the run and from its line. */
  x: number;
  y: number;
}

/** Text in one direction, as one font draws it. All in em. */
export interface Run {
  width: number;
  /** How far ink reaches above and below the line; negative where it does not reach the line. */
  top: number;
  bottom: number;
  glyphs: readonly Glyph[];
}

/** One font, which turns text into outlines: whoever renders them needs neither text nor font. */
export class Typeface {
  readonly #font: Font;
  readonly #unitsPerEm: number;
  readonly #letterSpacing: number;

  /**
   * @param file a TrueType file's bytes
   * @param isTight whether its letters can stand closer; letters that are joined cannot
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
      // A mark takes no room of its own, and stays on its letter.
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
   * @returns SVG of nothing but outlines and numbers, whatever the text was
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
