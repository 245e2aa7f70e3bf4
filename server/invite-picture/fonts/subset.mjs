/**
 * Writes the fonts of this folder again: `node server/invite-picture/fonts/subset.mjs`, by hand, when
 * a package has a new version or a name needs another glyph. The house's own face has Latin and
 * Vietnamese; its companion adds Greek and Cyrillic, and the Latin that stands beside them.
 * Plain JavaScript, since the package that subsets has no types.
 */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const PACKAGES = new URL('../../../node_modules/@expo-google-fonts/', import.meta.url);
const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
];
const RARE_LATIN = [[0x180, 0x24f]];
const MARKS = [[0x300, 0x33f]];
const PUNCTUATION = [
  [0x2010, 0x2015],
  [0x2018, 0x2022],
  [0x2026, 0x2026],
];
const VIETNAMESE = [[0x1e00, 0x1eff]];
const GREEK = [[0x370, 0x3ff]];
const CYRILLIC = [[0x400, 0x52f]];

const fonts = {
  'bricolage-800.ttf': {
    source: 'bricolage-grotesque/800ExtraBold/BricolageGrotesque_800ExtraBold.ttf',
    ranges: [...LATIN, ...RARE_LATIN, ...MARKS, ...PUNCTUATION, ...VIETNAMESE],
  },
  'commissioner-800.ttf': {
    source: 'commissioner/800ExtraBold/Commissioner_800ExtraBold.ttf',
    ranges: [...LATIN, ...MARKS, ...PUNCTUATION, ...GREEK, ...CYRILLIC],
  },
};

for (const [name, { source, ranges }] of Object.entries(fonts)) {
  const text = ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
    .map((code) => String.fromCodePoint(code))
    .join('');
  const whole = await readFile(new URL(source, PACKAGES));
  const font = await subsetFont(whole, text, { targetFormat: 'truetype' });
  await writeFile(new URL(name, import.meta.url), font);
  process.stdout.write(`${name}: ${font.length} bytes\n`);
}
