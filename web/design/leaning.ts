/** Turns what was drawn around one accent towards the palette of brand.ts. */
import type { palette as brandPalette } from '../../brand.ts';
import { mix, type Oklab, type Oklch, parseColour, parseOklch, toHex, toOklch } from './colour.ts';
import { luminanceOf, toned } from './tone.ts';

export type Palette = typeof brandPalette;
export type SkyHour = keyof NonNullable<Palette['skies']>;
/** Skies and houses were drawn around this accent. */
const DRAWN_ACCENT = toOklch(parseOklch('oklch(0.74 0.17 52)'));
/** How far, in degrees, hues stay from the one on which they lean. */
const SKY_SPREAD = 35;
export const LIGHT_SPREAD = 12;
/** How much of a drawn object's hue is replaced: the people remain different, but less so under a grey sky. */
const ORNAMENT_SHARE = { coloured: 0.6, grey: 0.9 };
const MOST_CHROMA = 1.15;
export type Turn = (colour: Oklab) => Oklab;

/**
 * Turns hues to within `spread` degrees of the hue of `text`; what was drawn in the opposite hue gets less chroma.
 */
export function leanOn(text: string | undefined, spread = SKY_SPREAD): Turn {
  if (!text) return (colour) => colour;
  const target = toOklch(read(text));
  const strength = strengthOf(target);
  return (colour) => {
    const { chroma, hue } = toOklch(colour);
    const away = ((hue - DRAWN_ACCENT.hue) * Math.PI) / 180;
    const less = chroma * strength * (0.775 + 0.225 * Math.cos(away));
    return toned(luminanceOf(colour), less, target.hue + spread * Math.sin(away));
  };
}

/** Whether the text is lighter than the paper. */
export function isDarkPalette({ ink, paper }: Palette): boolean {
  const [text = 0.18, behind = 0.18] = [ink, paper].map((one) => one && luminanceOf(read(one)));
  return Number(text) > Number(behind);
}

export function read(text: string): Oklab {
  const colour = parseColour(text);
  if (!colour) throw new Error(`Cannot read the colour "${text}" of brand.ts.`);
  return colour;
}

/** What was drawn in the site's stylesheets beside the skies, such as people and posters. */
export function ornamentOf(palette: Palette): Turn {
  const turn = leanOn(palette.accent ?? palette.sky);
  const { coloured, grey } = ORNAMENT_SHARE;
  const share = coloured + (grey - coloured) * lackOf(palette.sky);
  return (colour) => {
    const { chroma, hue } = toOklch(mix(colour, turn(colour), share));
    return toned(luminanceOf(colour), chroma, hue);
  };
}

/** What the dashboard and the frame of browsers have of the accent. */
export function accentTurnOf(palette: Palette): Turn {
  return leanOn(palette.accent ?? palette.sky);
}

/** What browsers show around a page until its script has read the hour, and around an installed shortcut. */
export function themeColorOf(palette: Palette): Readonly<Record<'light' | 'dark', string>> {
  const turn = accentTurnOf(palette);
  const around = (drawn: string) => toHex(turn(read(drawn)));
  const dark = around('#080b20');
  return { light: isDarkPalette(palette) ? dark : around('#ffd9b0'), dark };
}

/** Without colour, skies in their drawn lightness would look like bad weather: days get lighter, and nights darker. */
export function fadeOn(text: string | undefined): (colour: Oklab, isDark: boolean) => Oklab {
  const lack = lackOf(text);
  return (colour, isDark) => {
    const { lightness } = colour;
    const faded = isDark
      ? lightness * (1 - 0.28 * lack)
      : lightness + (0.985 - lightness) * 0.85 * lack;
    return { ...colour, lightness: faded };
  };
}

/** 1 for a grey. */
function lackOf(text: string | undefined): number {
  return text ? 1 - Math.min(1, strengthOf(toOklch(read(text)))) : 0;
}

/** How much chroma there is, compared with the drawn accent. */
function strengthOf({ chroma }: Oklch): number {
  return Math.min(chroma / DRAWN_ACCENT.chroma, MOST_CHROMA);
}
