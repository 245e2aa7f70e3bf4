import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawLine, shapeWord } from './draw-words.ts';
import { drawnLogo } from './drawn-logo.ts';
import { withLogo } from './logo-rules.ts';
import { setName } from './set-name.ts';
import { directionOf } from './wordmark.ts';

/** The x of the drawing's first and last points: its paths are in units of 1/400 em. */
function extent({ parts, scale = 1 }: ReturnType<typeof setName>): [left: number, right: number] {
  const points = parts.flatMap(({ letters, orb }) => [
    ...letters.flatMap(({ path, x }) => pointsOf(path).map((point) => x + point * scale)),
    ...(orb ? [orb.left, orb.left + 568 * orb.scale] : []),
  ]);
  return [Math.min(...points), Math.max(...points)];
}

/** Of each command of our paths, how many numbers a step has, and which of them moves to the right. */
const STEPS: Readonly<Record<string, readonly [numbers: number, right: number]>> = {
  m: [2, 0],
  l: [2, 0],
  h: [1, 0],
  q: [4, 2],
  t: [2, 0],
};

/** The x of every point of a path with relative commands. */
function pointsOf(path: string): number[] {
  let [x, start] = [0, 0];
  const points: number[] = [];
  for (const [, letter = '', numbers = ''] of path.matchAll(/([a-z])([^a-z]*)/g)) {
    if (letter === 'z') x = start;
    const [step, right] = STEPS[letter] ?? [1, 1];
    const values = (numbers.match(/-?\d+/g) ?? []).map(Number);
    for (let at = right; at < values.length && letter in STEPS; at += step) {
      x += values[at] ?? 0;
      points.push(x);
    }
    if (letter === 'm') start = points.at(-1) ?? 0;
  }
  return points;
}

test('a name fills its drawing from the left edge to the right edge, whatever its length', () => {
  const names = [
    'Kai',
    'Volt',
    'Tavola',
    'Weekend',
    'Gossip Pool',
    'Spontaneously',
    'Oslo',
    'לילה',
  ];
  for (const name of names) {
    const drawn = setName(name);
    const [left, right] = extent(drawn);
    assert.ok(Math.abs(left) < 12, `${name} begins at ${left}`);
    assert.ok(Math.abs(right - drawn.box[2]) < 12, `${name} ends at ${right}, not ${drawn.box[2]}`);
  }
});

test('a name of up to six letters is one line, and a longer one is several lines on portrait screens', () => {
  const lines = ['Kai', 'Tavola', 'Weekend', 'Gossip Pool', 'Spontaneously', 'مقهى'].map(
    (name) => setName(name).parts.length,
  );
  assert.deepEqual(lines, [1, 1, 2, 2, 3, 1]);
});

test('the lines of a name are below one another, and the longest is as wide as the drawing', () => {
  for (const name of ['Weekend', 'Gossip Pool', 'Spontaneously', 'لمة الأصدقاء']) {
    const { poster, parts, box, scale = 1 } = setName(name);
    assert.ok(poster, name);
    const widths = parts.map((part) => {
      const [left, right] = extent({ box, parts: [part], scale });
      return (right - left) * poster.scale;
    });
    assert.ok(Math.abs(Math.max(...widths) - box[2]) < 30, `${name}: ${widths} of ${box[2]}`);
    const baselines = Object.values(poster.offsets).map(([, down]) => down);
    assert.deepEqual(
      baselines,
      baselines.toSorted((one, other) => one - other),
    );
  }
});

test('letters that join keep their distance, and the sun ends what is read from right to left', () => {
  assert.equal(shapeWord('لمّة', -0.05)?.advance, shapeWord('لمّة', 0)?.advance);
  assert.equal(setName('لمّة').parts[0]?.orb?.left, 0);
  assert.ok((setName('Kai').parts[0]?.orb?.left ?? 0) > 500);
});

test('a text is written from right to left if its first letter is', () => {
  const directions = ['حيث يبدأ كل شيء', '“שלום” Tel Aviv', 'where it happens', '2 amis', ''].map(
    directionOf,
  );
  assert.deepEqual(directions, ['rtl', 'rtl', undefined, undefined, undefined]);
});

test('a tagline is as wide as the form on phones, within limits, and the rules of the first brand are those that were drawn', () => {
  const place = '.logo-poster { aspect-ratio: 1; }';
  const first = withLogo(place, {
    logo: drawnLogo,
    tagline: drawLine('where spontaneous happens'),
  });
  assert.doesNotMatch(first, /tagline|max-height/);
  const widthOf = (tagline: string) => {
    const rules = withLogo(place, { logo: setName('Tavola'), tagline: drawLine(tagline) });
    return Number(/var\(--column\) \/ ([\d.]+)/.exec(rules)?.[1]);
  };
  assert.equal(widthOf('dinner with whoever is around'), 14.64);
  assert.equal(widthOf('go'), 11.1);
  assert.equal(widthOf('a table, and all evening long a chair for whoever comes by'), 20.1);
  const long = withLogo(place, { logo: setName('Neighbourhood Dinner'), tagline: undefined });
  assert.match(
    long,
    /\.invite-top.*\.logo\{min-width:min\(100%,1\d\.\drem\)\}/,
    'small logos are wider',
  );
  assert.match(
    long,
    /\.hero-pitch:has\(\[dir\]\)\{width:fit-content\}/,
    'tagline and description from the right begin at one edge',
  );
  assert.equal(withLogo('.other {}', { logo: drawnLogo, tagline: undefined }), '.other {}');
});
