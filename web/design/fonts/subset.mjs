/**
 * Writes bricolage-800.woff2. Run `node web/design/fonts/subset.mjs` by hand when the package has a new
 * version or a heading needs another glyph. The font has the letters of western European languages, because
 * an inviter's name is shown in it.
 * Plain JavaScript, because the package that subsets has no types.
 */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const SOURCE =
  '../../../node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2';
const ranges = [
  [0x20, 0x7e],
  [0xc0, 0xff],
];
const punctuation = '’‘“”–—…•©';

const text =
  ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
    .map((code) => String.fromCodePoint(code))
    .join('') + punctuation;

const font = await subsetFont(await readFile(new URL(SOURCE, import.meta.url)), text, {
  targetFormat: 'woff2',
});
await writeFile(new URL('bricolage-800.woff2', import.meta.url), font);
process.stdout.write(`${font.length} bytes\n`);
