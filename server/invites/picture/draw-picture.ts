import { WANTS_YOU_ON } from '../../../contract/invites.ts';
import { INVITE_PICTURE_SUN } from '../../../contract/link-previews.ts';
import { drawnInitial, drawnName } from './drawn-name.ts';
import { Lettering } from './lettering.ts';
import { layOutName, lineOffsets } from './name-lines.ts';

/** These lengths are in pixels, except those whose names end in EM. */
const LEFT = 72;
/** The centre of the text block, above the roofs. */
const MIDDLE = 262;
const CAPITAL_EM = 0.7;
/** How far the ink of a line may reach above its capitals or below its baseline before the line is moved. */
const ACCENT_EM = 0.25;
const DESCENDER_EM = 0.2;
const WORDS = { text: WANTS_YOU_ON, size: 50, above: 62 };
/** The logo has 1,000 units per em, and its baseline is 758 units below its top. */
const LOGO = { scale: 0.088, ascent: 758, above: 92 };
const INITIAL = { size: 230, maxWidth: 250, maxHeight: 230 };

/**
 * Draws the inviter's name on the brand's picture.
 *
 * @param pictureBase the SVG from the build
 * @returns an SVG, or undefined if the name cannot be drawn
 */
export function drawPicture(pictureBase: string, name: string): string | undefined {
  const drawn = drawnName(name);
  if (drawn === undefined) return undefined;
  const words = [...drawWords(drawn), drawInitial(drawn)].join('');
  return pictureBase.replace(/<\/svg>$/, () => `${words}</svg>`);
}

/** The name, the words below it, and the logo below them. */
function* drawWords(name: string): Generator<string> {
  const lettering = new Lettering(name);
  const { size, lines } = layOutName(name, (text) => lettering.layOut(text));
  const texts = lines.map((line) => lettering.layOut(line));
  const offsets = lineOffsets(texts);
  const top = Math.max(CAPITAL_EM, (texts[0]?.top ?? 0) - ACCENT_EM);
  const bottom = Math.max(DESCENDER_EM, texts.at(-1)?.bottom ?? 0);
  const toWords = ((offsets.at(-1) ?? 0) + bottom) * size + WORDS.above;
  const first = Math.round(
    MIDDLE - ((top - DESCENDER_EM) * size + toWords + LOGO.above) / 2 + top * size,
  );
  yield '<g class="words">';
  const width = Math.max(...texts.map((line) => line.width));
  for (const [index, line] of texts.entries()) {
    // Right-to-left lines begin at the right edge of the block.
    const x = lettering.isRightToLeft ? LEFT + (width - line.width) * size : LEFT;
    yield lettering.draw(line, x, first + Math.round((offsets[index] ?? 0) * size), size);
  }
  const y = first + Math.round(toWords);
  const words = new Lettering(WORDS.text);
  yield words.draw(words.layOut(WORDS.text), LEFT, y, WORDS.size);
  yield '</g>';
  const logo = y + LOGO.above - LOGO.ascent * LOGO.scale;
  yield `<use href="#logo" transform="translate(${LEFT} ${logo}) scale(${LOGO.scale})"/>`;
}

/** Draws the initial on the sun, as an invite page does for an inviter without a portrait. */
function drawInitial(name: string): string {
  const initial = drawnInitial(name);
  const lettering = new Lettering(initial);
  const text = lettering.layOut(initial);
  if (text.top + text.bottom <= 0) return '';
  // A capital is centred without regard to its accents, as designers do. Other letters, and letters with many marks,
  // are centred by all their ink.
  const isCapital =
    initial.toLowerCase() !== initial && text.top + text.bottom <= CAPITAL_EM + 2 * ACCENT_EM;
  const [top, bottom] = isCapital ? [CAPITAL_EM, 0] : [text.top, text.bottom];
  const { size: largest, maxWidth, maxHeight } = INITIAL;
  const size = Math.min(largest, maxWidth / text.width, maxHeight / (text.top + text.bottom));
  const { x, y } = INVITE_PICTURE_SUN;
  const drawn = lettering.draw(
    text,
    x - (text.width * size) / 2,
    y + ((top - bottom) * size) / 2,
    size,
  );
  return `<g class="initial">${drawn}</g>`;
}
