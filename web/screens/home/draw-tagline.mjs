/**
 * Writes tagline-paths.ts. Run `node web/screens/home/draw-tagline.mjs` by hand when the tagline in
 * brand.ts changes. Plain JavaScript, because the package that unpacks the font has no types.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { brand } from '../../../brand.ts';

const SOURCE =
  '../../../node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2';
/** Precise enough for the largest size of the tagline. */
const UNITS_PER_EM = 400;
/** The letter spacing of the display font in type.css. */
const LETTER_SPACING = -0.025 * UNITS_PER_EM;

const packed = await readFile(new URL(SOURCE, import.meta.url));
const font = new Font(
  new Face(new Blob(await subsetFont(packed, brand.tagline, { targetFormat: 'sfnt' })), 0),
);
font.setScale(UNITS_PER_EM, -UNITS_PER_EM);
const glyphs = {};
const drawing = { text: brand.tagline, words: brand.tagline.split(' ').map(setWord), glyphs };
await writeFile(
  new URL('tagline-paths.ts', import.meta.url),
  `/** Written by draw-tagline.mjs. */\nexport const drawnTagline = ${JSON.stringify(drawing)};\n`,
);

/** Computes the position of each letter of a word, and stores the letter's outline. */
function setWord(word) {
  const buffer = new Buffer();
  buffer.addText(word);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  let end = 0;
  const letters = buffer.getGlyphInfosAndPositions().map(({ codepoint, cluster, xAdvance }) => {
    const letter = word[cluster];
    glyphs[letter] ??= toRelative(font.glyphToPath(codepoint));
    const x = Math.round(end);
    end += xAdvance + LETTER_SPACING;
    return { letter, x };
  });
  return { width: Math.round(end - LETTER_SPACING), letters };
}

/** Relative whole numbers, without repeated commands, make the paths much shorter than the font's. */
function toRelative(path) {
  let [x, y] = [0, 0];
  let start = [0, 0];
  let last = '';
  return path.replace(/([MLQCZ])([^MLQCZ]*)/g, (_, command, points) => {
    if (command === 'Z') {
      [x, y] = start;
      return 'z';
    }
    const from = [x, y];
    const moves = points.match(/-?[\d.]+/g).map((number, index) => {
      const value = Math.round(Number(number));
      if (index % 2 === 0) x = value;
      else y = value;
      return value - from[index % 2];
    });
    if (command === 'M') start = [x, y];
    const [shortest, numbers] = shorten(command.toLowerCase(), moves);
    const repeats = shortest === last;
    last = shortest;
    return `${repeats ? ' ' : shortest}${numbers.join(' ')}`.replaceAll(' -', '-');
  });
}

/** A line that is horizontal or vertical needs one number. */
function shorten(command, moves) {
  if (command === 'l' && moves[1] === 0) return ['h', [moves[0]]];
  if (command === 'l' && moves[0] === 0) return ['v', [moves[1]]];
  return [command, moves];
}
