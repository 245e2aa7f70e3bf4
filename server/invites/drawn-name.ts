/** The scripts of the fonts, and what is written between words. */
const DRAWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Ethiopic}\p{Script=Georgian}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Hebrew}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Lao}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{M}\p{N}\p{P}\p{S}\p{Lm}\p{Join_Control} ]+$/u;
/** Emoji, other symbols that people add to their names, and characters without a glyph. Joiners shape letters. */
const LEFT_OUT =
  /[[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{So}\p{Default_Ignorable_Code_Point}\p{C}\u20e3]--\p{Join_Control}]/gv;
const LETTER = /[\p{L}\p{N}]/u;
/** Letters in a style that fonts lack, such as 𝓩, Ⓩ or ﷺ. They are replaced by plain letters. */
const STYLED =
  /[\u1d2c-\u1d6a\u2100-\u214f\u2460-\u24ff\u3200-\u33ff\ufb50-\ufdff\ufe70-\ufefc\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1af}]/gu;
/** No script needs more marks on a letter, and more could reach beyond the picture. */
const TOO_MANY_MARKS = /(\p{M}{5})\p{M}+/gu;

/**
 * The part of a name that the picture shows, without emoji and with plain letters in place of styled ones.
 *
 * @returns undefined if no font has the name's script, or only symbols would remain
 */
export function drawnName(name: string): string | undefined {
  const drawn = name
    .normalize('NFC')
    .replace(STYLED, (letter) => letter.normalize('NFKC'))
    .replace(/\s+/gu, ' ')
    .replace(LEFT_OUT, '')
    // The joiners of removed emoji.
    .replace(/(?<![\p{L}\p{M}])\p{Join_Control}+/gu, '')
    .replace(TOO_MANY_MARKS, '$1')
    .replace(/ +/g, ' ')
    .trim();
  return LETTER.test(drawn) && DRAWN.test(drawn) ? drawn : undefined;
}
