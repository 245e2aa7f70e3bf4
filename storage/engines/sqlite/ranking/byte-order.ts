/** Surrogates, which encode characters above U+FFFF, and the characters after them. */
const OUT_OF_ORDER = /[\ud800-\uffff]/g;
const SURROGATES = 0x800;
const AFTER_SURROGATES = 0x2000;

/**
 * Makes texts that JavaScript compares as databases compare the UTF-8 bytes of the given texts. JavaScript compares
 * UTF-16 code units, where characters above U+FFFF come before U+E000.
 */
export function asByteOrdered(text: string): string {
  return text.replace(OUT_OF_ORDER, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(unit < '\ue000' ? code + AFTER_SURROGATES : code - SURROGATES);
  });
}
