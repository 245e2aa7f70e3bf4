import { initialOf } from '../../../contract/inviters.ts';
import { INVITE_PICTURE_SUN } from '../../../contract/link-previews.ts';
import { drawnName } from './drawn-name.ts';
import { Lettering } from './lettering.ts';
import { lineOffsets, setName } from './name-lines.ts';

/** In pixels, except names that end in EM. */
const LEFT = 72;
/** The centre of the text block, above the roofs. */
const MIDDLE = 262;
const CAPITAL_EM = 0.7;
/** How far a line may reach above its capitals or below its baseline before it is moved. */
const ACCENT_EM = 0.25;
const DESCENDER_EM = 0.2;
const WORDS = { text: 'wants you on', size: 50, above: 62 };
/** The logo has 1,000 units per em, and its baseline is 758 units below its top. */
const LOGO = { scale: 0.088, ascent: 758, above: 92 };
const INITIAL = { size: 230, maxWidth: 250, maxHeight: 230 };

/**
 * Draws the inviter's name on the brand's picture.
 *
 * @param scene the picture from the build
 * @returns an SVG, or undefined if the name cannot be drawn
 */
export function drawPicture(scene: string, name: string): string | undefined {
  const drawn = drawnName(name);
  if (drawn === undefined) return undefined;
  const words = [...drawWords(drawn), drawInitial(drawn)].join('');
  return scene.replace(/<\/svg>$/, () => `${words}</svg>`);
}

/** The name, the words below it, and the logo below them. */
function* drawWords(name: string): Generator<string> {
  const lettering = new Lettering(name);
  const { size, lines } = setName(name, (text) => lettering.set(text));
  const set = lines.map((line) => lettering.set(line));
  const offsets = lineOffsets(set);
  const top = Math.max(CAPITAL_EM, (set[0]?.top ?? 0) - ACCENT_EM);
  const bottom = Math.max(DESCENDER_EM, set.at(-1)?.bottom ?? 0);
  const toWords = ((offsets.at(-1) ?? 0) + bottom) * size + WORDS.above;
  const first = Math.round(
    MIDDLE - ((top - DESCENDER_EM) * size + toWords + LOGO.above) / 2 + top * size,
  );
  yield '<g class="words">';
  const width = Math.max(...set.map((line) => line.width));
  for (const [index, line] of set.entries()) {
    // Right-to-left lines begin at the right edge of the block.
    const x = lettering.isRightToLeft ? LEFT + (width - line.width) * size : LEFT;
    yield lettering.draw(line, x, first + Math.round((offsets[index] ?? 0) * size), size);
  }
  const y = first + Math.round(toWords);
  const words = new Lettering(WORDS.text);
  yield words.draw(words.set(WORDS.text), LEFT, y, WORDS.size);
  yield '</g>';
  const logo = y + LOGO.above - LOGO.ascent * LOGO.scale;
  yield `<use href="#logo" transform="translate(${LEFT} ${logo}) scale(${LOGO.scale})"/>`;
}

/** Drawn on the sun, like the initial on an invite page without a portrait. */
function drawInitial(name: string): string {
  const letter = initialOf({ username: name });
  // The fonts lack Georgian capitals, which names do not use.
  const initial = drawnName(letter.toUpperCase()) ?? letter;
  const lettering = new Lettering(initial);
  const set = lettering.set(initial);
  if (set.top + set.bottom <= 0) return '';
  // Capitals are centred by their height, so accents may rise above. Other letters, and piles of marks, are centred by
  // all their ink.
  const isCapital =
    initial.toLowerCase() !== initial && set.top + set.bottom <= CAPITAL_EM + 2 * ACCENT_EM;
  const [top, bottom] = isCapital ? [CAPITAL_EM, 0] : [set.top, set.bottom];
  const { size: largest, maxWidth, maxHeight } = INITIAL;
  const size = Math.min(largest, maxWidth / set.width, maxHeight / (set.top + set.bottom));
  const { x, y } = INVITE_PICTURE_SUN;
  const drawn = lettering.draw(
    set,
    x - (set.width * size) / 2,
    y + ((top - bottom) * size) / 2,
    size,
  );
  return `<g class="initial">${drawn}</g>`;
}
