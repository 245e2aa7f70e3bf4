import type { Lettering } from './draw-words.ts';
import { drawnLogo } from './drawn-logo.ts';

/** In logo.css. */
const PLACE = /\.logo-poster\s*\{[^}]*\}/;
/**
 * A name that was set is drawn without space around it, and may have three letters. This leaves room for the roofs and
 * the field below it.
 */
const LOW_SCREENS = '@layer components{.logo-poster{max-height:max(41svh,100svh - 26rem)}}';
/**
 * Text that is written from the right: the lines of the tagline begin where the longest does, below a logo that is on
 * the left, and the letters of these scripts are higher and deeper than Latin ones.
 */
const FROM_RIGHT =
  '@layer components{.tagline-drawn[dir]{width:fit-content}.display[dir]{line-height:1.3}}';

/** Writes the rules of this logo into a stylesheet that has a place for them. */
export function withLogo(css: string, logo: Lettering): string {
  if (!PLACE.test(css)) return css;
  const lines = css.replace(PLACE, () => posterRules(logo));
  return logo === drawnLogo ? lines : lines + LOW_SCREENS + FROM_RIGHT;
}

function posterRules({ box, poster }: Lettering): string {
  if (!poster) return '';
  const { height, scale, offsets } = poster;
  const parts = Object.entries(offsets).map(
    ([name, [right, down]]) =>
      `.logo-poster .logo-${name}{transform:translate(${right}px,${down}px) scale(${scale})}`,
  );
  return `.logo-poster{aspect-ratio:${box[2]} / ${height}}${parts.join('')}`;
}
