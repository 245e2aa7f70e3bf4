/**
 * Writes bricolage-800.woff2. Run `node web/design/fonts/subset.mjs` by hand when the package has a new
 * version or a heading needs another glyph. The font has the letters of western European languages, because
 * inviters' names are also shown in it.
 * Plain JavaScript, because the package `subset-font` has no types.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { Blob, Face, Font, shape, Buffer as Text } from 'harfbuzzjs';
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

const letters = await subsetFont(await readFile(new URL(SOURCE, import.meta.url)), text, {
  targetFormat: 'sfnt',
});
const font = await subsetFont(withCurlyApostrophe(letters), text, { targetFormat: 'woff2' });
await writeFile(new URL('bricolage-800.woff2', import.meta.url), font);
process.stdout.write(`${font.length} bytes\n`);

/**
 * Draws a straight apostrophe as a curly one, because some headings have straight ones and others curly ones.
 */
function withCurlyApostrophe(font) {
  const shaped = new Font(new Face(new Blob(font), 0));
  const glyphOf = (letter) => {
    const buffer = new Text();
    buffer.addText(letter === "'" ? '’' : letter);
    buffer.guessSegmentProperties();
    shape(shaped, buffer);
    return buffer.getGlyphInfosAndPositions()[0].codepoint;
  };
  return replaceTable(font, 'cmap', characterMap([...text].sort(), glyphOf));
}

/** A table that maps characters to glyphs, with one subtable in format 12 (OpenType, `cmap`). */
function characterMap(letters, glyphOf) {
  const groups = letters.flatMap((letter) => [
    letter.codePointAt(0),
    letter.codePointAt(0),
    glyphOf(letter),
  ]);
  const subtable = [12 << 16, 16 + 4 * groups.length, 0, letters.length, ...groups];
  // One encoding record: platform 3 (Windows), encoding 10 (all of Unicode), and the offset of the subtable in bytes.
  const header = [1, (3 << 16) | 10, 12];
  const table = Buffer.alloc(4 * (header.length + subtable.length));
  for (const [index, value] of [...header, ...subtable].entries()) {
    table.writeUInt32BE(value, 4 * index);
  }
  return table;
}

/** Appends the new table to the font file. The second run of the subsetter removes the old table. */
function replaceTable(font, name, table) {
  const replaced = Buffer.concat([font, table]);
  // A header of 12 bytes, then for each table its name, checksum, offset and length, of 4 bytes each.
  const entry = replaced.indexOf(name, 12, 'latin1');
  replaced.writeUInt32BE(font.length, entry + 8);
  replaced.writeUInt32BE(table.length, entry + 12);
  return replaced;
}
