import { type Lettering, UNITS } from './draw-words.ts';
import { drawnLogo } from './drawn-logo.ts';

/** In logo.css. */
const PLACE = /\.logo-poster\s*\{[^}]*\}/;
/**
 * A name that was set is drawn without space around it, and may have three letters. This leaves room for the roofs and
 * the field below it.
 */
const LOW_SCREENS = '@layer components{.logo-poster{max-height:max(41svh,100svh - 21rem)}}';
/** How many units of a longer name are one rem of a small logo, so that its letters are as high as those of the first. */
const UNITS_PER_REM = 640;
/**
 * Text that is written from the right: the lines of tagline and description begin where the longest does, below a logo
 * that is on the left, and the letters of these scripts are higher and deeper than Latin ones.
 */
const FROM_RIGHT =
  '@layer components{.hero-pitch:has([dir]){width:fit-content}:not(.hero-pitch)>.tagline[dir]{width:fit-content}.display[dir]{line-height:1.3}}';

/** How wide the first tagline is, in em; home.css makes it as wide as the form, or one line beside the form. */
const DRAWN_TAGLINE = 13.87;
/** Between words, as in home.css. */
const GAP = 0.21;
/** A tagline is enlarged or reduced up to these widths, in em; a longer one has several lines. */
const TAGLINE = { least: 11, most: 20 };

interface Drawings {
  readonly logo: Lettering;
  readonly tagline: readonly { readonly width: number }[] | undefined;
}

/** Writes the rules of these drawings into a stylesheet that has a place for them. */
export function withLogo(css: string, { logo, tagline }: Drawings): string {
  if (!PLACE.test(css)) return css;
  const lines = css.replace(PLACE, () => posterRules(logo));
  const ofTagline = tagline ? taglineRules(tagline) : '';
  return lines + ofTagline + (logo === drawnLogo ? '' : LOW_SCREENS + FROM_RIGHT + small(logo));
}

/** Small logos are beside a tagline or a link, which wraps. */
function small({ box: [, , width] }: Lettering): string {
  const least = width / UNITS_PER_REM;
  return least > 8.5
    ? `@layer components{:is(.invite-top,.poster-top,.answer-words) .logo{min-width:min(100%,${least.toFixed(1)}rem)}}`
    : '';
}

function taglineRules(words: NonNullable<Drawings['tagline']>): string {
  const width = words.reduce((sum, word) => sum + word.width / UNITS + GAP, -GAP);
  if (Math.abs(width - DRAWN_TAGLINE) < 0.1) return '';
  const fitting = Math.min(Math.max(width, TAGLINE.least), TAGLINE.most);
  const share = (DRAWN_TAGLINE / fitting).toFixed(3);
  return `@layer components{.hero .tagline{font-size:max(1rem,var(--column) / ${(fitting + 0.1).toFixed(2)})}@media (min-width:75rem){.hero .tagline{font-size:min((6vw - 2.1rem)*${share},${(3.75 * Math.min(1, Number(share))).toFixed(2)}rem)}}}`;
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
