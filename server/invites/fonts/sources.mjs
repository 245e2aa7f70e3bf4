const BASIC_LATIN = range(0x20, 0x7e);
const LATIN = [BASIC_LATIN, range(0xa0, 0x17f)];
const MARKS = range(0x300, 0x33f);
const PUNCTUATION = [range(0x2010, 0x2015), range(0x2018, 0x2022), '…'];
/** Characters between the words of a name, in any script. */
const SEPARATORS = [' !"&\'()+,-./0123456789:\u00a0·', ...PUNCTUATION];
const INDIC_SENTENCE_ENDS = '।॥';

const CJK_PUNCTUATION = range(0x3000, 0x301f);
const KANA = [range(0x3040, 0x30ff), range(0x31f0, 0x31ff), range(0xff65, 0xff9f)];
const FULL_WIDTH = range(0xff01, 0xff5e);
const IDEOGRAPHS = range(0x4e00, 0x9fff);
/** The characters of the national standards of China and Japan, which are enough for most names there. */
const GB_2312 = decodeAll('gbk', [0xb0, 0xf7], [0xa1, 0xfe]);
const GBK = decodeAll('gbk', [0x81, 0xfe], [0x40, 0xfe]);
const JIS = decodeAll('shift_jis', [0x88, 0xfc], [0x40, 0xfc]);

/** The only features to keep of East Asian fonts: features for vertical text and other widths would add many glyphs. */
const EAST_ASIAN = ['ccmp', 'kern', 'mark', 'mkmk'];

/** Fonts of one script each. */
const scripts = {
  arabic: [range(0x600, 0x6ff), range(0x750, 0x77f), range(0x8a0, 0x8ff)],
  armenian: [range(0x530, 0x58f), range(0xfb13, 0xfb17)],
  bengali: [range(0x980, 0x9ff), INDIC_SENTENCE_ENDS],
  devanagari: [range(0x900, 0x97f), range(0xa8e0, 0xa8ff)],
  ethiopic: [range(0x1200, 0x139f), range(0x2d80, 0x2ddf), range(0xab00, 0xab2f)],
  // Without the capitals that Unicode added in 2018: Georgian names are not written with them.
  georgian: [range(0x10a0, 0x10ff), range(0x2d00, 0x2d2f)],
  gujarati: [range(0xa80, 0xaff), INDIC_SENTENCE_ENDS],
  gurmukhi: [range(0xa00, 0xa7f), INDIC_SENTENCE_ENDS],
  hebrew: [range(0x590, 0x5ff), range(0xfb1d, 0xfb4f)],
  kannada: [range(0xc80, 0xcff), INDIC_SENTENCE_ENDS],
  khmer: [range(0x1780, 0x17ff)],
  lao: [range(0xe80, 0xeff)],
  malayalam: [range(0xd00, 0xd7f), INDIC_SENTENCE_ENDS],
  myanmar: [range(0x1000, 0x109f), range(0xa9e0, 0xa9ff), range(0xaa60, 0xaa7f)],
  oriya: [range(0xb00, 0xb7f), INDIC_SENTENCE_ENDS],
  sinhala: [range(0xd80, 0xdff)],
  tamil: [range(0xb80, 0xbff), INDIC_SENTENCE_ENDS],
  telugu: [range(0xc00, 0xc7f), INDIC_SENTENCE_ENDS],
  thai: [range(0xe00, 0xe7f)],
};

/**
 * For each font of this folder: the package that it is made from, and the characters that it gets. If several fonts
 * have equally many letters of a name, the first of them is used, so the site's own typeface comes first. Characters
 * that the package's font lacks are left out.
 */
export const sources = {
  bricolage: source('bricolage-grotesque', [
    ...LATIN,
    MARKS,
    ...PUNCTUATION,
    range(0x180, 0x24f),
    range(0x1e00, 0x1eff),
  ]),
  commissioner: source('commissioner', [
    ...LATIN,
    MARKS,
    ...PUNCTUATION,
    range(0x370, 0x3ff),
    range(0x400, 0x52f),
  ]),
  // African Latin, polytonic Greek, and the Cyrillic of Asia.
  latin: source('noto-sans', [
    ...LATIN,
    range(0x180, 0x2ff),
    range(0x300, 0x36f),
    range(0x370, 0x52f),
    ...PUNCTUATION,
    range(0x1e00, 0x1fff),
    range(0x2c60, 0x2c7f),
    range(0xa720, 0xa7ff),
  ]),
  ...Object.fromEntries(
    Object.entries(scripts).map(([name, characters]) => [
      name,
      // The renderer breaks the conjuncts of Noto Sans Bengali with র, such as প্র.
      source(name === 'bengali' ? 'anek-bangla' : `noto-sans-${name}`, [
        ...SEPARATORS,
        ...characters,
      ]),
    ]),
  ),
  hangul: source(
    'noto-sans-kr',
    [...SEPARATORS, range(0x3131, 0x318e), range(0xac00, 0xd7a3)],
    EAST_ASIAN,
  ),
  'han-simplified': source(
    'noto-sans-sc',
    [...SEPARATORS, CJK_PUNCTUATION, FULL_WIDTH, GB_2312],
    EAST_ASIAN,
  ),
  // Also ideographs of Japanese names that Shift_JIS does not contain.
  japanese: source(
    'noto-sans-jp',
    [
      ...SEPARATORS,
      CJK_PUNCTUATION,
      ...KANA,
      FULL_WIDTH,
      JIS,
      range(0xfa0e, 0xfa29),
      range(0x20000, 0x2a6df),
    ],
    EAST_ASIAN,
  ),
  'han-traditional': source(
    'noto-sans-tc',
    [...SEPARATORS, CJK_PUNCTUATION, range(0x3105, 0x312f), without(IDEOGRAPHS, GB_2312)],
    EAST_ASIAN,
  ),
  // The ideographs that no other font has.
  'han-rare': {
    ...source('noto-sans-sc', [IDEOGRAPHS, GBK, range(0x20000, 0x3134f)], EAST_ASIAN),
    isLast: true,
  },
};

function source(from, characters, keepFeatures) {
  return { from, keepFeatures, characters: characters.join('') };
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join(
    '',
  );
}

function without(characters, others) {
  const left = new Set(others);
  return [...characters].filter((character) => !left.has(character)).join('');
}

/** @returns all ideographs of a two-byte encoding */
function decodeAll(encoding, [firstLead, lastLead], [firstTrail, lastTrail]) {
  const decoder = new TextDecoder(encoding);
  let decoded = '';
  for (let lead = firstLead; lead <= lastLead; lead++) {
    for (let trail = firstTrail; trail <= lastTrail; trail++) {
      decoded += decoder.decode(Uint8Array.of(lead, trail));
    }
  }
  return decoded.replace(/\P{Script=Han}/gu, '');
}
