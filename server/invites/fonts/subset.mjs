/**
 * Writes the fonts of this folder. Run it by hand when a package has a new version, or when names need another script:
 *
 *   npm ci --prefix server/invites/fonts && node server/invites/fonts/subset.mjs
 *
 * It is plain JavaScript, because the package that makes the subsets has no types.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { sources } from './sources.mjs';

const PACKAGES = new URL('node_modules/@expo-google-fonts/', import.meta.url);
/** Tables that are not needed for horizontal text. */
const UNUSED_TABLES = ['BASE', 'DSIG', 'STAT', 'VORG', 'meta', 'vhea', 'vmtx'];
const covered = new Set();
for (const [name, { from, characters, keepFeatures, isLast }] of Object.entries(sources)) {
  const wanted = isLast
    ? [...characters].filter((character) => !covered.has(character))
    : characters;
  const font = await subsetFont(await readExtraBold(from), [...wanted].join(''), {
    targetFormat: 'truetype',
    noHinting: true,
    dropTables: UNUSED_TABLES,
    keepFeatures,
  });
  const packed = brotliCompressSync(font);
  await writeFile(new URL(`${name}.ttf.br`, import.meta.url), packed);
  for (const code of new Face(new Blob(font)).collectUnicodes()) {
    covered.add(String.fromCodePoint(code));
  }
  process.stdout.write(`${name}: ${packed.length} bytes\n`);
}

async function readExtraBold(from) {
  const folder = new URL(`${from}/800ExtraBold/`, PACKAGES);
  const file = (await readdir(folder)).find((entry) => entry.endsWith('.ttf'));
  return readFile(new URL(file, folder));
}
