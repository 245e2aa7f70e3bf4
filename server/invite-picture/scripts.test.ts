import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { drawPicture } from './draw-picture.ts';
import { drawnName } from './drawn-name.ts';
import { Lettering, type SetText } from './lettering.ts';
import { MAX_NAME_LINES, NAME_WIDTH, setName } from './name-lines.ts';
import { commonNames } from './testing/common-names.ts';

/** In pixels: the part of the picture that chats never crop, and where the name stands in it. */
const FRAME = { left: 48, right: 1152, top: 24, bottom: 606 };
const SCENE = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"></svg>';
const NO_FONTS = { font: { loadSystemFonts: false } };
const MISSING = 0;

function glyphs({ runs }: SetText): number[] {
  return runs.flatMap((run) => run.glyphs.map(({ id }) => id));
}

function setLines(name: string) {
  const lettering = new Lettering(name);
  const { size, lines } = setName(name, (text) => lettering.set(text));
  return { size, lines, set: lines.map((line) => lettering.set(line)) };
}

function assertInFrame(name: string): void {
  const box = new Resvg(drawPicture(SCENE, name) ?? '', NO_FONTS).getBBox();
  assert.ok(box, name);
  const { x, y, width, height } = box;
  assert.ok(x >= FRAME.left && x + width <= FRAME.right, `${name}: from ${x}, ${width} wide`);
  assert.ok(y >= FRAME.top && y + height <= FRAME.bottom, `${name}: from ${y}, ${height} high`);
}

for (const [script, { fonts, names }] of Object.entries(commonNames)) {
  describe(`a name in ${script}`, () => {
    const common = names.split(', ');

    test('is drawn whole, in the fonts of its script, without a missing letter', () => {
      assert.ok(common.length >= 20);
      for (const name of common) {
        assert.equal(drawnName(name), name.normalize('NFC'), name);
        const { lines, set } = setLines(name);
        assert.equal(lines.join('').replaceAll(' ', ''), name.replaceAll(' ', ''), name);
        for (const line of set) {
          assert.ok(!glyphs(line).includes(MISSING), name);
          for (const { font } of line.runs) assert.ok(fonts.includes(font), `${name}: ${font}`);
        }
      }
    });

    test('stands within the picture, in lines that fit', () => {
      for (const name of common) {
        const { size, set } = setLines(name);
        assert.ok(set.length <= MAX_NAME_LINES, name);
        for (const { width } of set) assert.ok(width * size <= NAME_WIDTH, name);
        assertInFrame(name);
      }
    });
  });
}

const piled = {
  'a pile of marks on a letter': `Z${'\u0301'.repeat(99)}`,
  'marks above and below': 'a\u0301\u0316\u0302\u0317\u0303\u0318'.repeat(14),
  'marks on a space': `Ana ${'\u0301'.repeat(50)} Bo`,
  'marks of Arabic': 'م\u064b\u064c\u064d\u0650\u0651\u0653'.repeat(14),
  'marks of Thai': 'ก\u0e34\u0e48\u0e49\u0e4a\u0e4b\u0e39'.repeat(14),
  'marks of Hebrew': 'ש\u05c1\u05bc\u05b8\u05bd\u0591\u0592'.repeat(14),
  'stacked consonants': `ក${'\u17d2ក'.repeat(49)}`,
  'joined consonants': 'क\u094d'.repeat(50),
};
for (const [what, name] of Object.entries(piled)) {
  test(`a name stands within the picture with ${what}`, () => assertInFrame(name));
}

describe('the direction of a name', () => {
  const seen = (name: string) =>
    new Lettering(name).set(name).runs.toSorted((one, other) => one.x - other.x);

  test('from right to left has its last letter on the left', () => {
    for (const name of ['שרה', 'דוד', 'נועה']) {
      const [run] = seen(name);
      const letters = [...name].map((letter) => glyphs(new Lettering(letter).set(letter)));
      assert.deepEqual(
        run?.glyphs.map(({ id }) => id),
        letters.reverse().flat(),
        name,
      );
    }
  });

  test('joins the letters of Arabic', () => {
    const joined = glyphs(new Lettering('بين').set('بين'));
    const apart = [...'نيب'].flatMap((letter) => glyphs(new Lettering(letter).set(letter)));
    assert.notDeepEqual(joined, apart);
  });

  const orders: Record<string, string[]> = {
    'יוסי Cohen': ['bricolage', 'hebrew'],
    'Cohen יוסי': ['bricolage', 'hebrew'],
    'محمد Smith': ['bricolage', 'arabic'],
    'Ana ניר Bo': ['bricolage', 'hebrew', 'bricolage'],
    'ניר Ana דוד': ['hebrew', 'bricolage', 'hebrew'],
    '小明 Smith': ['han-simplified', 'bricolage'],
  };
  for (const [name, fonts] of Object.entries(orders)) {
    test(`puts the words of “${name}” in the order in which they are read`, () => {
      const runs = seen(name).map(({ font }) => font);
      assert.deepEqual(
        runs.filter((font, index) => font !== runs[index - 1]),
        fonts,
      );
    });
  }

  test('keeps a number from left to right, and turns the brackets around it', () => {
    const lettering = new Lettering('ניר');
    const ids = (text: string) => glyphs(lettering.set(text));
    assert.deepEqual(ids('(12)'), [')', '1', '2', '('].flatMap(ids));
  });
});
