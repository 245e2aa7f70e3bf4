import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseColour, parseOklch, toHex, toOklch } from './colour.ts';
import { ornamentOf, type Palette } from './leaning.ts';
import { skiesOf } from './recolour.ts';
import { faultsOf, skiesLikePaper } from './sky-contrast.ts';
import { skyAt } from './sky-hour.ts';
import { drawnSkies } from './sky-tokens.ts';

const skies = {
  night: ['#0b1533', '#132250', '#23376e'],
  dawn: ['#e9c9b8', '#f6e3cc'],
  noon: ['#8fd0d6', '#c3e6e2', '#f3f1dc'],
  evening: ['#e0a06a', '#f0c48a'],
  late: ['#1c1f55', '#4b2c63'],
};
/** What owners may know of their brand. */
const palettes: Readonly<Record<string, Palette>> = {
  'warm red and cream': { accent: '#c8321f', ink: '#3b130d', paper: '#fff6e6' },
  'green and white with pale skies': {
    accent: '#1f8a4c',
    ink: '#10261a',
    paper: '#ffffff',
    sky: '#e9f1ea',
  },
  'black and a neon': { accent: '#39ff14', ink: '#ffffff', paper: '#0b0b0b', sky: '#1c221c' },
  'teal and all five skies': { accent: '#0f8b8d', ink: '#12233f', paper: '#fdf8ee', skies },
  'one blue': { accent: '#0055ff' },
  'one sky': { skies: { noon: ['#ffffff', '#eeeeee'] } },
  'a faint ink alone': { ink: '#5e5e5e' },
  'black and white': { accent: '#000', ink: '#000', paper: '#fff' },
  'white on white': { accent: '#fff', ink: '#000', paper: '#fff' },
  'yellow under violet': { accent: '#ffdd00', ink: '#222', paper: '#fffbe0', sky: '#5b2be0' },
};

const hex = (tokens: Readonly<Record<string, string>> | undefined, name: string) =>
  toHex(parseOklch(tokens?.[name] ?? ''));
const hueOf = (colour: string) => toOklch(parseColour(colour) ?? parseOklch('')).hue;

for (const [name, palette] of Object.entries(palettes)) {
  test(`${name}: all text has enough contrast at each hour, in light and in dark mode`, () => {
    const made = skiesOf(palette);
    for (const scheme of ['light', 'dark'] as const) {
      for (let hour = 0; hour < 24; hour += 1) {
        const tokens = made.get(skyAt(hour, scheme)) ?? {};
        assert.deepEqual(faultsOf(`${hour}:00 in ${scheme} mode`, tokens), []);
      }
    }
  });
}

test('without a palette the skies are those that were drawn', () => {
  assert.deepEqual(skiesOf({}), drawnSkies());
});

test('accent, ink, paper and skies are shown exactly as the palette names them', () => {
  const made = skiesOf(palettes['teal and all five skies'] ?? {});
  const noon = made.get('noon');
  assert.equal(hex(noon, '--sun'), '#0f8b8d');
  assert.equal(hex(noon, '--ink'), '#12233f');
  assert.equal(hex(noon, '--paper'), '#fdf8ee');
  const named = {
    midnight: 'night',
    sunrise: 'dawn',
    noon: 'noon',
    dusk: 'evening',
    nightfall: 'late',
  } as const;
  for (const [sky, hour] of Object.entries(named)) {
    assert.equal(hex(made.get(sky), '--sky-high'), skies[hour][0], hour);
    assert.equal(hex(made.get(sky), '--sky-low'), skies[hour].at(-1), hour);
  }
});

test('with an accent alone the sun, the skies and the houses have hues near it', () => {
  const made = skiesOf({ accent: '#0055ff' });
  for (const [sky, tokens] of made) {
    for (const token of ['--sky-high', '--sky-mid', '--sky-low', '--far', '--city', '--orb']) {
      const { chroma, hue } = toOklch(parseOklch(tokens[token] ?? ''));
      const away = Math.abs(((hue - hueOf('#0055ff') + 540) % 360) - 180);
      assert.ok(chroma < 0.02 || away <= 60, `${token} at ${sky} is ${away} degrees away`);
    }
  }
});

test('under a grey sky, people and posters have hues nearer to the accent than under a coloured one', () => {
  const accent = '#1f8a4c';
  const drawn = parseOklch('oklch(0.83 0.12 75)');
  const awayIn = (palette: Palette) =>
    Math.abs(toOklch(ornamentOf(palette)(drawn)).hue - hueOf(accent));
  assert.ok(awayIn({ accent, sky: '#e9f1ea' }) < 0.8 * awayIn({ accent }));
});

test('the sun’s light keeps the hue of the accent above a horizon without colour', () => {
  for (const low of ['#ffffff', '#f4f4f4', '#e8eaea']) {
    const evening = ['#f4fbf6', low];
    const made = skiesOf({ accent: '#1f8a4c', sky: '#8c8c8c', skies: { evening } });
    const glow = hex(made.get('dusk'), '--glow');
    const away = Math.abs(hueOf(glow) - hueOf('#1f8a4c'));
    assert.ok(away < 20, `${glow} under ${low} is ${away} degrees away`);
  }
});

test('a white message in a white sky and a black one in a black sky need an outline, and no drawn one does', () => {
  assert.deepEqual(skiesLikePaper(drawnSkies()), []);
  const green = { accent: '#1f8a4c', ink: '#10261a', paper: '#ffffff', sky: '#8c8c8c' };
  const white = skiesLikePaper(skiesOf(green));
  assert.ok(white.includes('noon') && white.includes('dusk') && !white.includes('midnight'));
  // A QR code is on a white card, whatever the paper.
  assert.ok(skiesLikePaper(skiesOf({ ...green, paper: '#f0d0d0' })).includes('noon'));
  const black = { accent: '#39ff14', ink: '#ffffff', paper: '#000000', sky: '#1c221c' };
  assert.ok(skiesLikePaper(skiesOf(black)).includes('midnight'));
});

test('with an ink lighter than the paper no hour has a light sky', () => {
  for (const [sky, tokens] of skiesOf(palettes['black and a neon'] ?? {})) {
    assert.ok(parseOklch(tokens['--sky-low'] ?? '').lightness < 0.5, sky);
    assert.equal(hex(tokens, '--paper'), '#0b0b0b', sky);
  }
});

test('between two hours of the day that the palette names, skies have the light of both, and nights stay dark', () => {
  const white = ['#ffffff', '#ffffff'];
  const made = skiesOf({
    accent: '#1f8a4c',
    sky: '#8c8c8c',
    skies: { dawn: white, noon: white, evening: white, late: ['#050505', '#111111'] },
  });
  for (const sky of ['sunrise', 'morning', 'noon', 'afternoon', 'golden', 'dusk']) {
    for (const token of ['--sky-high', '--sky-mid', '--sky-low']) {
      assert.equal(hex(made.get(sky), token), '#ffffff', `${token} at ${sky}`);
    }
  }
  for (const sky of ['before-dawn', 'blue-hour', 'afterglow']) {
    assert.ok(parseOklch(made.get(sky)?.['--sky-high'] ?? '').lightness < 0.4, sky);
  }
  const [high, low] = ['#8fd0d6', '#fff3e0'];
  const mixed = skiesOf({ skies: { noon: [high, high], evening: [low, low] } }).get('afternoon');
  const lightness = parseOklch(mixed?.['--sky-mid'] ?? '').lightness;
  const [from = 0, to = 0] = [high, low].map((one) => parseColour(one)?.lightness);
  assert.ok(Math.abs(lightness - (0.7 * from + 0.3 * to)) < 0.005);
});

test('an hour between one that the palette names and one that it does not has colours of both', () => {
  const accent = '#0055ff';
  const [alone, made] = [
    skiesOf({ accent }),
    skiesOf({ accent, skies: { noon: ['#eee', '#fff'] } }),
  ];
  const chromaOf = (sky: string, skies: typeof made) =>
    toOklch(parseOklch(skies.get(sky)?.['--sky-high'] ?? '')).chroma;
  assert.ok(chromaOf('golden', made) > chromaOf('golden', alone) / 3);
  assert.ok(chromaOf('golden', made) > chromaOf('afternoon', made));
});
