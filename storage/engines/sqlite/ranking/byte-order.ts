/** Surrogates, which encode characters above U+FFFF, and the characters from U+E000 to U+FFFF. */
const OUT_OF_ORDER = /[\ud800-\uffff]/g;
const SURROGATES = 0x800;
const AFTER_SURROGATES = 0x2000;

/**
 * Changes a text so that JavaScript compares changed texts as databases compare the original texts: by their UTF-8
 * bytes. Without the change JavaScript compares UTF-16 code units, where characters above U+FFFF come before U+E000.
 */
export function asByteOrdered(text: string): string {
  return text.replace(OUT_OF_ORDER, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(unit < '\ue000' ? code + AFTER_SURROGATES : code - SURROGATES);
  });
}
