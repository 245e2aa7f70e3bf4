/** Surrogates, which encode characters above U+FFFF, and the characters from U+E000 to U+FFFF. */
const OUT_OF_ORDER = /[\ud800-\uffff]/g;
const SURROGATES = 0x800;
const AFTER_SURROGATES = 0x2000;

/**
 * @returns a text to compare in place of the given one. JavaScript compares UTF-16 code units, where characters above
 *   U+FFFF come before U+E000. Databases compare UTF-8 bytes, where characters above U+FFFF come last. The returned
 *   texts have the order of the UTF-8 bytes.
 */
export function asByteOrdered(text: string): string {
  return text.replace(OUT_OF_ORDER, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(unit < '\ue000' ? code + AFTER_SURROGATES : code - SURROGATES);
  });
}
