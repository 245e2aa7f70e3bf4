import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Typeface } from './typeface.ts';

/** Fonts that get a smaller letter spacing, because their letters are not joined. */
const TIGHT = new Set(['bricolage', 'commissioner', 'latin', 'armenian', 'georgian', 'hebrew']);
/** Enough for the fonts of all scripts that are not East Asian, or for one or two East Asian fonts. */
const MAX_KEPT_BYTES = 5 * 1024 * 1024;

const opened = new Map<string, Typeface>();
let openedBytes = 0;

/** Opens a font on first use. */
export function openTypeface(font: string): Typeface {
  const typeface = opened.get(font) ?? readTypeface(font);
  opened.set(font, typeface);
  return typeface;
}

/**
 * Closes all fonts if they use more than MAX_KEPT_BYTES. Only a full garbage collection frees their memory. Call this
 * after each picture.
 */
export function releaseTypefaces(): void {
  if (openedBytes <= MAX_KEPT_BYTES) return;
  opened.clear();
  openedBytes = 0;
  globalThis.gc?.();
}

function readTypeface(font: string): Typeface {
  const file = brotliDecompressSync(
    readFileSync(join(import.meta.dirname, 'fonts', `${font}.ttf.br`)),
  );
  openedBytes += file.byteLength;
  return new Typeface(file, TIGHT.has(font));
}
