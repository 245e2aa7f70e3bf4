import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { INVITE_PICTURE_SUN } from '../../../contract/link-previews.ts';
import { commonNames } from '../../../testing/common-names.ts';
import { drawPicture } from './draw-picture.ts';
import { drawnName } from './drawn-name.ts';
import { Lettering, type TextLayout } from './lettering.ts';
import { layOutName, MAX_NAME_LINES, NAME_WIDTH } from './name-lines.ts';

/** The area for the ink of a name, left of the sun, in pixels. */
const FRAME = { left: 48, right: INVITE_PICTURE_SUN.x - INVITE_PICTURE_SUN.radius, top: 24 };
/** The top of the highest roof, in pixels. */
const ROOFS = 454;
const SCENE = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"></svg>';
const NO_FONTS = { font: { loadSystemFonts: false } };
const MISSING = 0;

function glyphs({ runs }: TextLayout): number[] {
  return runs.flatMap((run) => run.glyphs.map(({ id }) => id));
}

function layOutLines(name: string) {
  const lettering = new Lettering(name);
  const { size, lines } = layOutName(name, (text) => lettering.layOut(text));
  return { size, lines, layouts: lines.map((line) => lettering.layOut(line)) };
}

/** The box of the ink of some outlines, in pixels. */
function inkOf(outlines: string) {
  const box = new Resvg(
    SCENE.replace('</svg>', () => `${outlines}</svg>`),
    NO_FONTS,
  ).getBBox();
  assert.ok(box, 'no ink');
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

function assertInPlace(name: string): void {
  const [, words = '', initial = ''] =
    /<g class="words">(.*)<\/g><use.*<g class="initial">(.*)<\/g><\/svg>$/.exec(
      drawPicture(SCENE, name) ?? '',
    ) ?? [];
  const runs = words.match(/<g .*?<\/g>/g) ?? [];
  const wantsYouOn = inkOf(runs.pop() ?? '');
  const written = inkOf(runs.join(''));
  assert.ok(written.left >= FRAME.left && written.right <= FRAME.right, `${name}: too wide`);
  assert.ok(written.top >= FRAME.top, `${name}: too high, from ${written.top}`);
  assert.ok(written.bottom < wantsYouOn.top, `${name}: on the words below it`);
  assert.ok(wantsYouOn.bottom < ROOFS, `${name}: too low`);
  const { x, y, radius } = INVITE_PICTURE_SUN;
  const ink = inkOf(initial);
  assert.ok(ink.left > x - radius && ink.right < x + radius, `${name}: initial too wide`);
  assert.ok(ink.top > y - radius && ink.bottom < y + radius, `${name}: initial too high`);
}

for (const [script, { fonts, names }] of Object.entries(commonNames)) {
  describe(`a name in ${script}`, () => {
    const common = names.split(', ');

    test('is drawn completely, in the fonts of its script', () => {
      assert.ok(common.length >= 20);
      for (const name of common) {
        assert.equal(drawnName(name), name.normalize('NFC'), name);
        const { lines, layouts } = layOutLines(name);
        assert.equal(lines.join('').replaceAll(' ', ''), name.replaceAll(' ', ''), name);
        for (const line of layouts) {
          assert.ok(!glyphs(line).includes(MISSING), name);
          for (const { font } of line.runs) assert.ok(fonts.includes(font), `${name}: ${font}`);
        }
      }
    });

    test('fits into the picture, with at most three lines', () => {
      for (const name of common) {
        const { size, layouts } = layOutLines(name);
        assert.ok(layouts.length <= MAX_NAME_LINES, name);
        for (const { width } of layouts) assert.ok(width * size <= NAME_WIDTH, name);
        assertInPlace(name);
      }
    });
  });
}

const piled = {
  'many marks on one letter': `Z${'\u0301'.repeat(99)}`,
  'marks above and below': 'a\u0301\u0316\u0302\u0317\u0303\u0318'.repeat(14),
  'marks on a space': `Ana ${'\u0301'.repeat(50)} Bo`,
  'marks of Arabic': 'م\u064b\u064c\u064d\u0650\u0651\u0653'.repeat(14),
  'marks of Thai': 'ก\u0e34\u0e48\u0e49\u0e4a\u0e4b\u0e39'.repeat(14),
  'marks of Hebrew': 'ש\u05c1\u05bc\u05b8\u05bd\u0591\u0592'.repeat(14),
  'stacked consonants': `ក${'\u17d2ក'.repeat(49)}`,
  'joined consonants': 'क\u094d'.repeat(50),
};
for (const [what, name] of Object.entries(piled)) {
  test(`a name fits into the picture with ${what}`, () => assertInPlace(name));
}

describe('the direction of a name', () => {
  const seen = (name: string) =>
    new Lettering(name).layOut(name).runs.toSorted((one, other) => one.x - other.x);

  test('puts the last letter of a right-to-left name at the left end', () => {
    for (const name of ['שרה', 'דוד', 'נועה']) {
      const [run] = seen(name);
      const letters = [...name].map((letter) => glyphs(new Lettering(letter).layOut(letter)));
      assert.deepEqual(
        run?.glyphs.map(({ id }) => id),
        letters.reverse().flat(),
        name,
      );
    }
  });

  test('does not break the joined letters of Arabic', () => {
    const joined = glyphs(new Lettering('بين').layOut('بين'));
    const apart = [...'نيب'].flatMap((letter) => glyphs(new Lettering(letter).layOut(letter)));
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

  test('is left to right for a number in a right-to-left name, and brackets around the number are mirrored', () => {
    const lettering = new Lettering('ניר');
    const ids = (text: string) => glyphs(lettering.layOut(text));
    assert.deepEqual(ids('(12)'), [')', '1', '2', '('].flatMap(ids));
  });
});
