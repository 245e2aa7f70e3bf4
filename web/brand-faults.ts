/** What the build refuses of brand.ts, as one sentence for each fault, before anything is drawn. */
import { brand, palette } from '../brand.ts';
import { changeApp, defaultAvailability } from '../contract/availability.ts';
import { isPlainAddress } from '../contract/email-address.ts';
import { isShown, mix, type Oklab, parseColour, toHex, toSrgb } from './design/colour.ts';
import { bytesOf } from './design/draw-words.ts';
import { drawnLogo } from './design/drawn-logo.ts';
import { BUTTON_APART } from './design/ink-colours.ts';
import { isDarkPalette, type Palette, read, type SkyHour } from './design/leaning.ts';
import { SKY_OF_HOUR, skiesOf, stopsOf } from './design/recolour.ts';
import { lettersWithoutFont, setName } from './design/set-name.ts';
import { faultsOf, gradient } from './design/sky-contrast.ts';
import { type Scheme, skyAt } from './design/sky-hour.ts';
import { contrastOf, ENOUGH, isApart, isReadable, nearest, shown } from './design/tone.ts';

/** For each text, how many letters the pages have room for. */
const ROOM = { product: 26, tagline: 80, about: 120, legalEntity: 80 } as const;
/** Of brand.ts, and of what is in it. */
const KEYS = {
  brand: [
    ...Object.keys(ROOM),
    ...['contactEmail', 'postalAddress', 'social', 'betaLink', 'universalLinks'],
  ],
  'brand.social': ['instagram', 'tiktok', 'twitter'],
  'brand.universalLinks': ['teamId', 'bundleId'],
};
const COLOURS = ['accent', 'ink', 'paper', 'sky', 'skies'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const FORMS = "'#rrggbb' or 'oklch(lightness chroma hue)'";

/** Of a name as a drawing. With more, the page of an invite would not fit into the first packets of an answer. */
const MOST_NAME_BYTES = 1_350;
type Words = Readonly<Record<keyof typeof ROOM | 'contactEmail' | 'betaLink', string>> & {
  readonly social: object;
  readonly universalLinks: object;
};

/** Of the brand itself. */
export function ownFaults(): string[] {
  const faults = brandFaults(brand, palette, drawnLogo.text === brand.product);
  return faults.map((fault) => `brand.ts: ${fault}`);
}

/** @param isDrawn whether `design/drawn-logo.ts` draws the name */
export function brandFaults(words: Words, palette: Palette, isDrawn: boolean): string[] {
  const misnamed = [...keyFaults(words), ...unknownKeys('palette', palette, COLOURS)];
  if (misnamed.length > 0) return misnamed;
  const unreadable = [...unreadableColours(palette)];
  const colours = unreadable.length > 0 ? unreadable : paletteFaults(palette);
  return [...wordFaults(words, isDrawn), ...colours];
}

function* keyFaults(words: Words): Generator<string> {
  const { social = {}, universalLinks = {} } = words;
  const given = { brand: words, 'brand.social': social, 'brand.universalLinks': universalLinks };
  for (const [name, keys] of Object.entries(KEYS) as [keyof typeof KEYS, string[]][]) {
    yield* unknownKeys(name, given[name], keys);
    for (const key of keys) if (!(key in given[name])) yield `${name}.${key} is missing.`;
  }
}

function* unknownKeys(name: string, given: object, keys: readonly string[]): Generator<string> {
  for (const key of Object.keys(given)) {
    if (!keys.includes(key)) yield `${name}.${key} is unknown: expected ${keys.join(', ')}.`;
  }
}

function* wordFaults(words: Words, isDrawn: boolean): Generator<string> {
  for (const [name, most] of Object.entries(ROOM) as [keyof typeof ROOM, number][]) {
    const { length } = [...words[name].trim()];
    if (length === 0) yield `${name} is empty.`;
    if (length > most) yield `${name} has ${length} letters, and the pages have room for ${most}.`;
  }
  const missing = isDrawn ? [] : lettersWithoutFont(words.product);
  if (missing.length > 0) {
    yield `product has ${missing.join(' ')}, which no font of the logo has. Leave it out, or draw the logo in web/design/drawn-logo.ts.`;
  } else if (!isDrawn) {
    const bytes = bytesOf(setName(words.product).parts.flatMap(({ letters }) => letters));
    if (bytes > MOST_NAME_BYTES) {
      yield `product is a drawing of ${bytes} bytes, and the pages have room for ${MOST_NAME_BYTES}. Take a shorter name.`;
    }
  }
  if (!isPlainAddress(words.contactEmail)) {
    yield `contactEmail is '${words.contactEmail}', and must be an email address.`;
  }
  const beta = changeApp(defaultAvailability, { ios: 'beta', iosLink: words.betaLink });
  if ('problem' in beta) yield `betaLink: ${beta.problem}`;
}

function* unreadableColours({ skies = {}, ...single }: Palette): Generator<string> {
  for (const [hour, colours = []] of Object.entries(skies)) {
    if (!(hour in SKY_OF_HOUR)) {
      yield `skies.${hour} is no hour: expected ${Object.keys(SKY_OF_HOUR).join(', ')}.`;
    } else if (colours.length < 2 || colours.length > 3) {
      yield `skies.${hour} must have two or three colours, and has ${colours.length}.`;
    }
  }
  const listed = Object.entries(skies).flatMap(([hour, colours = []]) =>
    colours.map((colour) => [`skies.${hour}`, colour] as const),
  );
  for (const [name, text] of [...Object.entries(single), ...listed]) {
    const colour = parseColour(text);
    if (!colour) yield `${name} is '${text}', and must be ${FORMS}.`;
    else if (!isShown(toSrgb(colour))) {
      yield `${name} ${text} is outside sRGB, which all screens show. The nearest colour inside is ${toHex(shown(colour))}.`;
    }
  }
}

function paletteFaults(palette: Palette): string[] {
  const named = [...inkFaults(palette), ...accentFaults(palette), ...skyFaults(palette)];
  if (named.length > 0) return named;
  // What the build makes of the palette passes, if it can be made; this only makes sure of it.
  const skies = skiesOf(palette);
  const found = new Map<string, string>();
  for (const { hour, scheme } of momentsOfDay()) {
    const faults = faultsOf(timeOf(hour, scheme), skies.get(skyAt(hour, scheme)) ?? {});
    for (const fault of faults) {
      const pair = fault.replace(/ at \d.*$/, '');
      if (!found.has(pair)) found.set(pair, fault);
    }
  }
  return [...found.values()];
}

function* momentsOfDay() {
  for (const scheme of ['light', 'dark'] as const) {
    for (const hour of HOURS) yield { hour, scheme };
  }
}

function timeOf(hour: number, scheme: Scheme): string {
  return scheme === 'light' ? `${hour}:00` : `${hour}:00 in dark mode`;
}

function inkFaults(palette: Palette): string[] {
  if (!palette.ink && !palette.paper) return [];
  const isDark = isDarkPalette(palette);
  const sky = isDark ? 'midnight' : 'sunrise';
  const { '--ink': ink = '', '--paper': paper = '' } = skiesOf(palette).get(sky) ?? {};
  const [text, behind] = [read(palette.ink ?? ink), read(palette.paper ?? paper)];
  const grounds = (one: Oklab) => [behind, mix(behind, one, 0.12)];
  const place = ['the paper', 'the paper of a disabled button'];
  const fault = grounds(text).findIndex((ground) => contrastOf(text, ground) < ENOUGH);
  const ground = grounds(text)[fault];
  if (!ground) return [];
  const direction = isDark ? 1 : -1;
  const passing = nearest(text, direction, (one) => isReadable(one, grounds(one)));
  const otherwise = nearest(behind, -direction, (one) =>
    isReadable(text, [one, mix(one, text, 0.12)]),
  );
  return [
    sentence(
      toHex(text),
      `${place[fault]} ${toHex(ground)}`,
      firstHour(sky),
      contrastOf(text, ground),
    ) +
      (passing
        ? ` The nearest ink that passes is ${toHex(passing)}.`
        : otherwise
          ? ` No ink of this hue passes; the nearest paper that does is ${toHex(otherwise)}.`
          : ' Take a lighter paper or a darker ink.'),
  ];
}

function accentFaults(palette: Palette): string[] {
  if (!palette.paper) return [];
  const isDark = isDarkPalette(palette);
  const behind = read(palette.paper);
  const button = read(skiesOf(palette).get(isDark ? 'midnight' : 'sunrise')?.['--sun'] ?? '');
  if (isApart(button, behind, BUTTON_APART)) return [];
  const passing = nearest(button, isDark ? 1 : -1, (one) => isApart(one, behind, BUTTON_APART));
  return [
    `The accent ${toHex(button)} is hard to tell from the paper ${toHex(behind)}, on which it is a button. The nearest accent that is not is ${toHex(passing ?? button)}.`,
  ];
}

function* skyFaults(palette: Palette): Generator<string> {
  const skies = skiesOf(palette);
  for (const hour of Object.keys(palette.skies ?? {}) as SkyHour[]) {
    const sky = SKY_OF_HOUR[hour];
    const ink = read(skies.get(sky)?.['--ink'] ?? '');
    const isFaint = (colour: Oklab) => contrastOf(ink, colour) < ENOUGH;
    const named = (palette.skies?.[hour] ?? []).map(read).filter(isFaint);
    const between = gradient(...stopsOf(palette, hour)).find(isFaint);
    for (const colour of named.length === 0 && between ? [between] : named) {
      const passing = nearest(colour, isLight(ink) ? -1 : 1, (one) => isReadable(ink, [one]));
      const on = `skies.${hour} ${toHex(colour)}`;
      yield `${sentence(toHex(ink), on, firstHour(sky), contrastOf(ink, colour))} The nearest colour of the sky that passes is ${toHex(passing ?? colour)}.`;
    }
  }
}

function isLight({ lightness }: Oklab): boolean {
  return lightness > 0.6;
}

function firstHour(sky: string): number {
  return HOURS.find((hour) => skyAt(hour, 'light') === sky) ?? 0;
}

function sentence(ink: string, on: string, hour: number, ratio: number): string {
  return `At ${hour}:00 the ink ${ink} on ${on} has a contrast of ${ratio.toFixed(2)}, and needs ${ENOUGH}.`;
}

// As a program, before anything is built or drawn.
if (import.meta.main) {
  const faults = ownFaults();
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
