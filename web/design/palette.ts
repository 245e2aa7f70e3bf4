/** Fills the palette of brand.ts into stylesheets. Without one, they keep the colours that were drawn. */
import { palette } from '../../brand.ts';
import { parseOklch, toHex } from './colour.ts';
import { accentTurnOf, isDarkPalette, ornamentOf } from './leaning.ts';
import { skiesOf } from './recolour.ts';
import { skiesLikePaper } from './sky-contrast.ts';
import { namesOf, SKY_RULE } from './sky-tokens.ts';

export const skies = skiesOf(palette);
const isDrawn = Object.keys(palette).length === 0;
const ornament = ornamentOf(palette);
const accent = accentTurnOf(palette);

const TOKEN = /(--[\w-]+): oklch\([\d. ]+\)/g;
const COLOUR = /oklch\([\d. ]+\)/g;
const BESIDE_SKIES = /(--sun[\w-]*): oklch\([\d. ]+\)|oklch\([\d. ]+\)/g;

/** @returns the stylesheet with hexadecimal colours, which are shorter, and which Chrome before 111 knows, too */
export function withPalette(css: string): string {
  if (isDrawn) return inHex(css);
  const recoloured = css.replaceAll(SKY_RULE, (_, selectors: string, body: string) => {
    const [name = '', ...others] = namesOf(selectors);
    const tokens = skies.get(name) ?? {};
    // The soft ink of the rule for several skies is too soft for this one.
    const isTooSoft = others.length === 0 && tokens['--ink-soft'] === tokens['--ink'];
    const soft = isTooSoft ? `--ink-soft: ${tokens['--ink']};` : '';
    const filled = body.replaceAll(TOKEN, (_, token: string) => `${token}: ${tokens[token]}`);
    const scheme = isDarkPalette(palette) ? 'color-scheme: dark' : '$&';
    return `${selectors}{${inHex(filled.replace('color-scheme: light', scheme) + soft)}}`;
  });
  const beside = recoloured.replaceAll(BESIDE_SKIES, (colour: string, token: string | undefined) =>
    token
      ? `${token}: ${inHex(skies.get('dusk')?.[token] ?? '')}`
      : toHex(ornament(parseOklch(colour))),
  );
  if (css.includes('.portrait::before {')) return beside + outlines();
  return css.includes('.phone-button') && isLightOnSun() ? beside + LIGHT_ON_SUN : beside;
}

/** For the message of an invite and the card of its QR code, where the sky has their colour. */
function outlines(): string {
  const names = skiesLikePaper(skies).map((name) => `[data-sky=${name}]`);
  return names.length > 0
    ? `@layer components{:is(${names}) :is(.message,.billboard){box-shadow:inset 0 0 0 2px}}`
    : '';
}

/** For a dark accent, on which the drawn buttons of phones have light text, as the page's buttons have. */
const LIGHT_ON_SUN = '@layer components{.phone-button~text,.match-title{fill:var(--sun-ink)}}';

function isLightOnSun(): boolean {
  const { '--sun': sun = '', '--sun-ink': ink = '' } = skies.get('dusk') ?? {};
  return parseOklch(ink).lightness > parseOklch(sun).lightness;
}

/** For the dashboard, which shows only the accent of the brand. */
export function withAccent(css: string): string {
  const turned = css.replaceAll(
    /(--accent[\w-]*): (oklch\([\d. ]+\))/g,
    (_, token, colour) => `${token}: ${toHex(accent(parseOklch(colour)))}`,
  );
  return inHex(isDrawn ? css : turned);
}

function inHex(css: string): string {
  return css.replaceAll(COLOUR, (colour) => toHex(parseOklch(colour)));
}
