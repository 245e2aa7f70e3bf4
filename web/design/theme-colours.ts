import { parseColour, toHex } from './colour.ts';
import { readSkies } from './skies.ts';
import { type Scheme, SKY_WITHOUT_SCRIPT, type Sky } from './sky-hour.ts';

const skies = readSkies();

/**
 * What browsers show around a page until its script has read the hour, and around an installed shortcut. The build
 * evaluates this file.
 */
export const themeColours: Readonly<Record<Scheme, string>> = {
  light: topOf(SKY_WITHOUT_SCRIPT),
  dark: topOf('midnight'),
};

function topOf(sky: Sky): string {
  return toHex(parseColour(skies.get(sky)?.['--sky-high'] ?? ''));
}
