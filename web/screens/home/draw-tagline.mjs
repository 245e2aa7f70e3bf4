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
/** The resolution of the drawing, which is enough for the largest size of the tagline. */
const UNITS_PER_EM = 400;
/**
 * If a control point is this close to the mirror image of the previous control point, in units, the curve is written as
 * SVG's command `t`, which needs no control point.
 */
const TOLERANCE = 1;
/** The letter spacing of the display font in type.css. */
const LETTER_SPACING = -0.025 * UNITS_PER_EM;

const packed = await readFile(new URL(SOURCE, import.meta.url));
const font = new Font(
  new Face(new Blob(await subsetFont(packed, brand.tagline, { targetFormat: 'sfnt' })), 0),
);
font.setScale(UNITS_PER_EM, -UNITS_PER_EM);
const drawing = { text: brand.tagline, words: brand.tagline.split(' ').map(drawWord) };
await writeFile(
  new URL('tagline-paths.ts', import.meta.url),
  `/** Written by draw-tagline.mjs. */\nexport const drawnTagline = ${JSON.stringify(drawing)};\n`,
);

/** Draws a word as one path. A letter that occurs twice is drawn twice: this compresses better than references. */
function drawWord(word) {
  const buffer = new Buffer();
  buffer.addText(word);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  let end = 0;
  const letters = buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance }) => {
    const left = Math.round(end);
    end += xAdvance + LETTER_SPACING;
    return moveRight(font.glyphToPath(codepoint), left);
  });
  return { width: Math.round(end - LETTER_SPACING), path: toRelative(letters.join('')) };
}

/** @param path absolute, with pairs of coordinates */
function moveRight(path, distance) {
  return path.replace(/(-?[\d.]+)([ ,])(-?[\d.]+)/g, (_, x, between, y) => {
    return `${Math.round(Number(x)) + distance}${between}${y}`;
  });
}

/**
 * Makes a path a third as long: with relative whole numbers, and with `t` for curves that continue the previous curve.
 */
function toRelative(path) {
  let [x, y] = [0, 0];
  let start = [0, 0];
  /** The control point of the previous curve. */
  let control;
  let last;
  /** Writes a command without its letter if the previous command is the same, and without spaces before "-". */
  const write = (letter, ...numbers) => {
    const text = numbers.join(' ').replaceAll(' -', '-');
    const join = letter !== last ? letter : text.startsWith('-') ? '' : ' ';
    last = letter;
    return join + text;
  };
  return path.replace(/([MLQZ])([^MLQZ]*)/g, (_, command, numbers) => {
    const from = [x, y];
    const before = control;
    control = undefined;
    if (command === 'Z') {
      [x, y] = start;
      return write('z');
    }
    const points = numbers.match(/-?[\d.]+/g).map((number) => Math.round(Number(number)));
    [x, y] = points.slice(-2);
    const [right, down] = [x - from[0], y - from[1]];
    if (command === 'M') start = [x, y];
    if (command === 'L' && down === 0) return write('h', right);
    if (command === 'L' && right === 0) return write('v', down);
    if (command !== 'Q') return write(command.toLowerCase(), right, down);
    const mirrored = before?.map((value, axis) => 2 * from[axis] - value);
    if (mirrored?.every((value, axis) => Math.abs(value - points[axis]) <= TOLERANCE)) {
      control = mirrored;
      return write('t', right, down);
    }
    control = points.slice(0, 2);
    return write('q', points[0] - from[0], points[1] - from[1], right, down);
  });
}
