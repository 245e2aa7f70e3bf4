import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Typeface } from './typeface.ts';

/** The fonts of the alphabets whose letters stand apart. */
const TIGHT = new Set(['bricolage', 'commissioner', 'latin', 'armenian', 'georgian', 'hebrew']);
/** The fonts of all alphabets together, or two of those that have thousands of letters. */
const MAX_KEPT_BYTES = 5 * 1024 * 1024;

const opened = new Map<string, Typeface>();
let openedBytes = 0;

/** Opens a font when a name first needs it. */
export function openTypeface(font: string): Typeface {
  const typeface = opened.get(font) ?? readTypeface(font);
  opened.set(font, typeface);
  return typeface;
}

/** Lets all fonts go where they take much memory, which only a full collection frees. To be called after each picture. */
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
