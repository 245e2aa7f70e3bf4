/**
 * Recolours the drawn skies, houses and people for the palette of brand.ts. Hues turn towards the palette's; luminance
 * stays, and with it the contrast of text and the course of the day.
 */

import { fromOklch, mix, type Oklab, overlay, parseOklch, toOklch, toSrgb } from './colour.ts';
import { accentOf, BLACK, type Colours, wordsOf } from './ink-colours.ts';
import {
  fadeOn,
  isDarkPalette,
  LIGHT_SPREAD,
  leanOn,
  type Palette,
  read,
  type SkyHour,
  type Turn,
} from './leaning.ts';
import { gradient } from './sky-contrast.ts';
import { drawnSkies, type Tokens } from './sky-tokens.ts';
import {
  contrastOf,
  ENOUGH,
  isApart,
  isReadable,
  luminanceOf,
  nearest,
  shown,
  toned,
  worst,
} from './tone.ts';

/** Between the sun and the middle of its sky, in OKLab. */
const SUN_APART = 0.13;
/** With less chroma than this, the hue is that of a rounding error. */
const COLOURLESS = 0.02;
/** WCAG 2.2, for the large initial on the sun. */
const ENOUGH_FOR_LARGE = 3;

/** The sky that shows exactly what the palette names for an hour. */
export const SKY_OF_HOUR: Readonly<Record<SkyHour, string>> = {
  night: 'midnight',
  dawn: 'sunrise',
  noon: 'noon',
  evening: 'dusk',
  late: 'nightfall',
};
/** Between which hours the others are, and how near to the second, from the top down to the horizon. */
const BETWEEN: Readonly<Record<string, readonly [SkyHour, SkyHour, readonly number[]]>> = {
  night: ['night', 'night', [0, 0, 0]],
  'before-dawn': ['night', 'dawn', [0.1, 0.5, 1]],
  morning: ['dawn', 'noon', [0.7, 0.5, 0.3]],
  afternoon: ['noon', 'evening', [0.1, 0.3, 0.5]],
  golden: ['noon', 'evening', [0.7, 0.8, 0.9]],
  sundown: ['evening', 'late', [0.5, 0.3, 0.1]],
  afterglow: ['evening', 'late', [0.9, 0.5, 0.1]],
  'blue-hour': ['noon', 'noon', [0, 0, 0]],
};
const DAY: readonly SkyHour[] = ['dawn', 'noon', 'evening'];
/** The sky without daylight that a dark palette takes for a sky with daylight. */
const DARK_SKIES: Readonly<Record<string, string>> = {
  sunrise: 'before-dawn',
  morning: 'blue-hour',
  noon: 'blue-hour',
  afternoon: 'blue-hour',
  golden: 'afterglow',
  dusk: 'afterglow',
  sundown: 'nightfall',
};
const STOPS = ['--sky-high', '--sky-mid', '--sky-low'] as const;
const FADING: readonly string[] = [...STOPS, '--far'];
/** Roofs stay darker than a sky that fades into black. */
const FADING_IN_DARK = [...FADING, '--city'];

/** The colours of an hour as the palette names them, from the top to the horizon. */
export function stopsOf(palette: Palette, hour: SkyHour): [Oklab, Oklab, Oklab] {
  const [high = BLACK, second = high, third] = (palette.skies?.[hour] ?? []).map(read);
  return third ? [high, second, third] : [high, mix(high, second, 0.5), second];
}

/** @returns the tokens of each sky by its name, all of them readable, except what the palette itself names */
export function skiesOf(palette: Palette): ReadonlyMap<string, Tokens> {
  const drawn = drawnSkies();
  if (Object.keys(palette).length === 0) return drawn;
  const turns = {
    sky: leanOn(palette.sky ?? palette.accent),
    light: leanOn(palette.accent, LIGHT_SPREAD),
    fade: fadeOn(palette.sky ?? palette.accent),
  };
  const accent = palette.accent ? accentOf(read(palette.accent), turns.light) : {};
  const isDark = isDarkPalette(palette);
  const leaned = new Map<string, Colours>();
  for (const name of drawn.keys()) {
    const tokens = drawn.get((isDark && DARK_SKIES[name]) || name) ?? {};
    leaned.set(name, { ...lean(tokens, turns), ...accent });
  }
  const skies = [...leaned].map(([name, colours]) => {
    const worded = { ...colours, ...wordsOf(palette, colours) };
    const coloured = { ...worded, ...airOf(palette, name, leaned, worded) };
    const own = drawn.get(name) ?? {};
    const isMoon = own['--moon'] === '1';
    const lit = { ...coloured, ...lightsOf(palette, coloured, isMoon) };
    const written = Object.entries(lit).map(([token, colour]) => [token, write(colour)]);
    return [name, { ...own, ...Object.fromEntries(written) }] as const;
  });
  return new Map(skies);
}

function lean(
  tokens: Tokens,
  turns: { sky: Turn; light: Turn; fade: ReturnType<typeof fadeOn> },
): Colours {
  const colours = Object.entries(tokens).filter(([, value]) => value.startsWith('oklch'));
  const isDark = parseOklch(tokens['--ink'] ?? '').lightness > 0.5;
  return Object.fromEntries(
    colours.map(([token, value]) => {
      const colour = parseOklch(value);
      // What is said by green and red stays green and red.
      if (token === '--success' || token === '--danger') return [token, colour];
      if (['--orb', '--glow', '--window'].includes(token)) return [token, turns.light(colour)];
      const turned = turns.sky(colour);
      return [
        token,
        (isDark ? FADING_IN_DARK : FADING).includes(token)
          ? shown(turns.fade(turned, isDark))
          : turned,
      ];
    }),
  );
}

/** The gradient of the sky, and the houses in front of it. */
function airOf(
  palette: Palette,
  name: string,
  leaned: ReadonlyMap<string, Colours>,
  colours: Colours,
): Colours {
  const { '--ink': ink = BLACK, '--ink-soft': soft = BLACK } = colours;
  const [isDark, exact] = [luminanceOf(ink) > 0.3, exactOf(palette, name)];
  const between = BETWEEN[name];
  const wanted = exact ?? (between && mixed(palette, leaned, colours, ...between));
  const fitting = (stop: Oklab) =>
    nearest(stop, isDark ? -1 : 1, (sky) => isReadable(sky, [ink, soft])) ?? stop;
  const own = STOPS.map((stop) => colours[stop] ?? BLACK);
  const [high = BLACK, mid = BLACK, low = BLACK] = exact ?? (wanted ?? own).map(fitting);
  const stops = { '--sky-high': high, '--sky-mid': mid, '--sky-low': low };
  const { '--city': city = BLACK, '--far': far = BLACK } = colours;
  const air = {
    ...stops,
    // The gradient passes through the softer ink's limit, where its ends do not.
    '--ink-soft': isReadable(soft, gradient(high, mid, low)) ? soft : ink,
  };
  if (!wanted) return air;
  const [drawnSky, sky] = [mix(own[0] ?? BLACK, own[1] ?? BLACK, 0.5), mix(high, mid, 0.5)];
  const more = Math.min(toOklch(sky).chroma / Math.max(0.01, toOklch(drawnSky).chroma), 1.25);
  const house = toned(luminanceOf(city), toOklch(city).chroma * more, toOklch(sky).hue);
  const lowest = own[2]?.lightness ?? 0;
  const depth = (lowest - far.lightness) / Math.max(0.01, lowest - city.lightness);
  const light = colours['--glow'] ?? BLACK;
  const horizon = toOklch(low);
  const glow =
    horizon.chroma < COLOURLESS
      ? light
      : toned(luminanceOf(light), toOklch(light).chroma * more, horizon.hue);
  return {
    ...air,
    '--city': house,
    '--far': mix(low, house, Math.min(Math.max(depth, 0), 1)),
    '--glow': glow,
  };
}

function exactOf(palette: Palette, name: string): readonly Oklab[] | undefined {
  const hours = Object.keys(SKY_OF_HOUR) as SkyHour[];
  const hour = hours.find((one) => SKY_OF_HOUR[one] === name);
  return hour && palette.skies?.[hour] && stopsOf(palette, hour);
}

/**
 * A sky between two hours of which the palette names at least one. It has their hues, and between two named hours of the
 * day also their light.
 */
function mixed(
  palette: Palette,
  leaned: ReadonlyMap<string, Colours>,
  own: Colours,
  first: SkyHour,
  second: SkyHour,
  shares: readonly number[],
): Oklab[] | undefined {
  if (!palette.skies?.[first] && !palette.skies?.[second]) return undefined;
  const [from, to] = [first, second].map((hour) =>
    palette.skies?.[hour]
      ? stopsOf(palette, hour)
      : STOPS.map((stop) => leaned.get(SKY_OF_HOUR[hour])?.[stop] ?? BLACK),
  );
  const isDay =
    first !== second &&
    [first, second].every((hour) => DAY.includes(hour) && palette.skies?.[hour]);
  return STOPS.map((stop, index) => {
    const between = mix(from?.[index] ?? BLACK, to?.[index] ?? BLACK, shares[index] ?? 0);
    if (isDay) return between;
    const { chroma, hue } = toOklch(between);
    return toned(luminanceOf(own[stop] ?? BLACK), chroma, hue);
  });
}

/** The sun or the moon, and its light. */
function lightsOf(palette: Palette, colours: Colours, isMoon: boolean): Colours {
  const { '--ink': ink = BLACK, '--sun-ink': initial = BLACK, '--orb': drawn = BLACK } = colours;
  const isDark = luminanceOf(ink) > 0.3;
  const {
    '--sky-high': high = BLACK,
    '--sky-mid': mid = BLACK,
    '--sky-low': low = BLACK,
  } = colours;
  const sky = gradient(high, mid, low).map(toSrgb);
  const glow = nearest(colours['--glow'] ?? BLACK, isDark ? -1 : 1, (light) => {
    const behind = sky.map((air) => overlay(toSrgb(light), 0.5, air));
    return worst(toSrgb(ink), behind) >= ENOUGH;
  });
  const lights = { '--glow': glow ?? mid };
  if (!palette.accent) return lights;
  const isLegible = (orb: Oklab) => contrastOf(initial, orb) >= ENOUGH_FOR_LARGE;
  // A dark brand has no day whose sun has the accent.
  if (isMoon && !isDarkPalette(palette) && isLegible(drawn)) return lights;
  const accent = toOklch(read(palette.accent));
  const { lightness, chroma, hue } = toOklch(drawn);
  const sun = shown(
    fromOklch({
      lightness: (lightness + 2 * accent.lightness) / 3,
      chroma: Math.max(chroma, accent.chroma),
      hue: accent.hue + (((hue - accent.hue + 540) % 360) - 180) / 2,
    }),
  );
  const isSeen = (orb: Oklab) => isApart(orb, mid, SUN_APART);
  const both = (orb: Oklab) => isSeen(orb) && isLegible(orb);
  const direction = isDark ? 1 : -1;
  return {
    ...lights,
    '--orb': nearest(sun, direction, both) ?? nearest(sun, direction, isSeen) ?? sun,
  };
}

function write(colour: Oklab): string {
  const { lightness, chroma, hue } = toOklch(colour);
  const parts = [lightness.toFixed(4), chroma.toFixed(4), ((hue + 360) % 360).toFixed(2)];
  return `oklch(${parts.map(Number).join(' ')})`;
}
