import { initialOf } from '../../../contract/inviters.ts';
import { INVITE_PICTURE_SUN } from '../../../contract/link-previews.ts';
import { drawnName } from './drawn-name.ts';
import { Lettering } from './lettering.ts';
import { lineOffsets, setName } from './name-lines.ts';

/** All in pixels, but what says em. */
const LEFT = 72;
/** The middle of all words together, above the roofs. */
const MIDDLE = 262;
const CAPITAL_EM = 0.7;
/** So far may a line reach above its capitals, or below its letters, before it is moved for that. */
const ACCENT_EM = 0.25;
const DESCENDER_EM = 0.2;
const WORDS = { text: 'wants you on', size: 50, above: 62 };
/** The drawing is 1,000 units an em, and its letters stand on the line 758 below its top. */
const LOGO = { scale: 0.088, ascent: 758, above: 92 };
const INITIAL = { size: 230, maxWidth: 250, maxHeight: 230 };

/**
 * Writes on the brand's picture who invites.
 *
 * @param scene the picture as the build has drawn it
 * @returns an SVG, or undefined where the name cannot be written
 */
export function drawPicture(scene: string, name: string): string | undefined {
  const drawn = drawnName(name);
  if (drawn === undefined) return undefined;
  const words = [...drawWords(drawn), drawInitial(drawn)].join('');
  return scene.replace(/<\/svg>$/, () => `${words}</svg>`);
}

/** The name, the words below it, and below them the logo. */
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
    // Lines that are read from the right begin below each other there.
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

/** On the sun, as on the invite page where there is no portrait. */
function drawInitial(name: string): string {
  const letter = initialOf({ username: name });
  // The fonts have no capitals for Georgian, which writes names without them.
  const initial = drawnName(letter.toUpperCase()) ?? letter;
  const lettering = new Lettering(initial);
  const set = lettering.set(initial);
  if (set.top + set.bottom <= 0) return '';
  // The accent of a capital may rise above the middle. What has no capitals, or has piles of marks, stands
  // there with all of its ink.
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
