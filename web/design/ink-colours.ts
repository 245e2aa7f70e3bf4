/** The colours of text for a palette of brand.ts, and of the paper and the buttons behind it. */
import { fromOklch, mix, type Oklab, type Oklch, parseOklch, toOklch } from './colour.ts';
import { isDarkPalette, type Palette, read, type Turn } from './leaning.ts';
import {
  contrastOf,
  ENOUGH,
  isApart,
  isReadable,
  luminanceOf,
  nearest,
  shown,
  toned,
} from './tone.ts';

export type Colours = Readonly<Record<string, Oklab>>;

export const BLACK: Oklab = { lightness: 0, a: 0, b: 0 };
/** The share of the paper's hue in ink that is softer. */
const SOFTNESS = 0.1;
/** In OKLab, between a button and the paper behind it. */
export const BUTTON_APART = 0.1;

/** The colours of buttons. Their text is dark or light, which is easier to read. */
export function accentOf(sun: Oklab, sunward: Turn): Colours {
  const { lightness, chroma, hue } = toOklch(sun);
  const dark = sunward(parseOklch('oklch(0.22 0.06 30)'));
  const light = sunward(parseOklch('oklch(0.985 0.012 85)'));
  const inks = [
    nearest(dark, -1, (ink) => isReadable(ink, [sun])),
    nearest(light, 1, (ink) => isReadable(ink, [sun])),
  ];
  const [first, second] =
    contrastOf(dark, sun) >= Math.min(ENOUGH, contrastOf(light, sun)) ? inks : inks.reverse();
  const ink = first ?? second ?? dark;
  const near = (more: Oklch) => shown(fromOklch(more));
  const bright = near({ lightness: Math.min(1, lightness + 0.05), chroma, hue: hue + 8 });
  return {
    '--sun': sun,
    '--sun-bright': nearest(bright, -1, (candidate) => isReadable(ink, [candidate])) ?? sun,
    '--sun-deep': near({ lightness: Math.max(0, lightness - 0.1), chroma, hue: hue - 10 }),
    '--sun-ink': ink,
  };
}

/** Ink and paper, and what is written on paper. */
export function wordsOf(palette: Palette, colours: Colours): Colours {
  const {
    '--ink': drawnInk = BLACK,
    '--paper': drawnPaper = BLACK,
    '--sun': sun = BLACK,
  } = colours;
  const isDark = luminanceOf(drawnInk) > luminanceOf(drawnPaper);
  const [ink, paper] = [palette.ink, palette.paper].map((one) => one && read(one));
  const other = (drawn: Oklab, named: Oklab | undefined | '', most: number) => {
    if (!named) return drawn;
    const { chroma, hue } = toOklch(named);
    return toned(luminanceOf(drawn), Math.min(chroma, most), hue);
  };
  const isNamed = isDark === isDarkPalette(palette);
  const behindButtons = (drawn: Oklab) =>
    nearest(drawn, isDark && luminanceOf(sun) < luminanceOf(drawn) ? 1 : -1, (paper) =>
      isApart(paper, sun, BUTTON_APART),
    ) ?? drawn;
  const words = isNamed
    ? { '--ink': ink || drawnInk, '--paper': paper || behindButtons(drawnPaper) }
    : {
        '--ink': other(drawnInk, paper, 0.03),
        '--paper': behindButtons(other(drawnPaper, ink, 0.05)),
      };
  const onPaper = (colour: Oklab) =>
    nearest(colour, isDark ? 1 : -1, (text) => isReadable(text, [words['--paper']])) ?? colour;
  const { '--success': success = BLACK, '--danger': danger = BLACK } = colours;
  return {
    ...words,
    '--ink-soft': onPaper(mix(words['--ink'], words['--paper'], SOFTNESS)),
    '--success': onPaper(success),
    '--danger': onPaper(danger),
  };
}
