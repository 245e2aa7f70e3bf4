import { mix, parseColour, toHex } from '../design/colour.ts';
import type { Tokens } from '../design/skies.ts';

/** The colours of a letter in light mode and in dark mode. */
export interface LetterLook {
  readonly light: LetterColours;
  readonly dark: LetterColours;
}

export type LetterColours = ReturnType<typeof readColours>;

/**
 * The colours of a letter, for one sky of the site. They are hexadecimal, because mail programs support no others.
 *
 * @param tokens of the sky, see `design/skies.ts`
 */
export function readColours(tokens: Tokens) {
  const read = (name: string) => parseColour(tokens[name] ?? '');
  const [city, paper, ink] = [read('--city'), read('--paper'), read('--ink')];
  const isDark = ink.lightness > 0.5;
  return {
    // The gradient of the sky. Programs that show no gradients show only `skyMid`.
    skyHigh: toHex(read('--sky-high')),
    skyMid: toHex(read('--sky-mid')),
    skyLow: toHex(read('--sky-low')),
    far: toHex(read('--far')),
    city: toHex(city),
    // An unlit window reflects some of the sky.
    glass: toHex(mix(city, read('--sky-low'), 0.24)),
    window: toHex(read('--window')),
    orb: toHex(read('--orb')),
    // Text on the sky and on the paper.
    ink: toHex(ink),
    inkSoft: toHex(read('--ink-soft')),
    paper: toHex(paper),
    // Around the letter.
    outside: toHex(isDark ? city : mix(paper, read('--sky-low'), 0.35)),
    sun: toHex(read('--sun')),
    sunInk: toHex(read('--sun-ink')),
  };
}

/**
 * The colours of dark mode, with `!important` because the colours of light mode are inline. Outlook on the web marks
 * its dark mode with the attribute `data-ogsb`.
 */
export function darkStyles(dark: LetterColours, isWindowLit: boolean): string {
  const { skyHigh, skyMid, skyLow } = dark;
  const fills = { f: dark.far, c: dark.city, g: dark.glass, w: dark.window };
  const rules = [
    ['.outside', `background-color:${dark.outside}!important`],
    ['.paper', `background-color:${dark.paper}!important`],
    ['.sky', `background:${skyMid} linear-gradient(${skyHigh},${skyMid} 50%,${skyLow})!important`],
    ['.ink', `color:${dark.ink}!important`],
    ['.soft', `color:${dark.inkSoft}!important`],
    ['.orb', `color:${dark.orb}!important`],
    ...Object.entries(fills).map(([name, fill]) => [
      `.${name}`,
      `background-color:${fill}!important`,
    ]),
    ...(isWindowLit ? [['.y', `background-color:${dark.sun}!important`]] : []),
  ];
  const joined = (prefix: string) =>
    rules.map(([selector, body]) => `${prefix}${selector}{${body}}`).join('');
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${joined('')}}${joined('[data-ogsb] ')}`;
}
