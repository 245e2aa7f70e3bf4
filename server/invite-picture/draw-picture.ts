import { initialOf } from '../../contract/inviters.ts';
import { INVITE_PICTURE_SUN } from '../../contract/link-previews.ts';
import { LINE_HEIGHT, setName } from './name-lines.ts';
import type { SetText, Typeface } from './typeface.ts';

/** All in pixels, but what says em. */
const LEFT = 72;
/** The middle of all words together, above the roofs. */
const MIDDLE = 262;
const CAPITAL_EM = 0.7;
const WORDS = { text: 'wants you on', size: 50, above: 62 };
/** The drawing is 1,000 units an em, and its letters stand on the line 758 below its top. */
const LOGO = { scale: 0.088, ascent: 758, above: 92 };
const INITIAL = { size: 230, maxWidth: 250 };

/**
 * Writes on the brand's picture who invites.
 *
 * @param scene the picture as the build has drawn it
 * @param typefaces in the order in which they are tried, the house's own first
 * @returns an SVG, or undefined where no typeface has all of the name
 */
export function drawPicture(
  scene: string,
  typefaces: readonly Typeface[],
  name: string,
): string | undefined {
  const [house] = typefaces;
  const typeface = typefaces.find((candidate) => canWrite(candidate.set(name)));
  if (!house || !typeface) return undefined;
  const words = [...drawName(typeface, house, name), drawInitial(typeface, name)].join('');
  return scene.replace(/<\/svg>$/, () => `${words}</svg>`);
}

/** A name of nothing but invisible characters cannot be written either. */
function canWrite({ isComplete, width }: SetText): boolean {
  return isComplete && width > 0;
}

/** The name, the words below it, and below them the logo. */
function* drawName(typeface: Typeface, house: Typeface, name: string): Generator<string> {
  const { size, lines } = setName(name, (text) => typeface.set(text).width);
  const firstToLast = (lines.length - 1) * size * LINE_HEIGHT;
  const height = CAPITAL_EM * size + firstToLast + WORDS.above + LOGO.above;
  let y = Math.round(MIDDLE - height / 2 + CAPITAL_EM * size);
  yield '<g class="words">';
  for (const line of lines) {
    yield typeface.draw(typeface.set(line), LEFT, y, size);
    y += Math.round(size * LINE_HEIGHT);
  }
  y += Math.round(WORDS.above - size * LINE_HEIGHT + size * 0.2);
  yield house.draw(house.set(WORDS.text), LEFT, y, WORDS.size);
  yield '</g>';
  y += LOGO.above - LOGO.ascent * LOGO.scale;
  yield `<use href="#logo" transform="translate(${LEFT} ${y}) scale(${LOGO.scale})"/>`;
}

/** On the sun, as on the invite page where there is no portrait. */
function drawInitial(typeface: Typeface, name: string): string {
  const initial = typeface.set(initialOf({ username: name }).toUpperCase());
  if (!canWrite(initial)) return '';
  const { x, y } = INVITE_PICTURE_SUN;
  const size = Math.min(INITIAL.size, INITIAL.maxWidth / initial.width);
  const left = x - (initial.width * size) / 2;
  const drawn = typeface.draw(initial, left, y + (CAPITAL_EM * size) / 2, size);
  return `<g class="initial">${drawn}</g>`;
}
