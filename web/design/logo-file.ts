/**
 * Reads logo.svg, a drawing with the letters and a circle with the id "sun". The build evaluates this file, so that
 * pages and stylesheets contain the drawing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { brand } from '../../brand.ts';

/** A drawn logo, as pages contain it. */
export interface DrawnLogo {
  /** As in the attribute `viewBox`. */
  readonly box: readonly [left: number, top: number, width: number, height: number];
  /** The y on which the sun stands, or the lower edge. */
  readonly baseline: number;
  /** The content of the `svg` element. */
  readonly shapes: string;
  /** How much of it is below the baseline, and the rules of its `style` element, for lines of a name on portrait screens. */
  readonly style: string;
}

const FILE = new URL('logo.svg', import.meta.url);
/** What drawing programs add. Black is left out because the letters have the colour of text. */
const NOT_SHOWN =
  /<\?.*?\?>|<!.*?>|<(title|style|metadata|desc)\b.*?<\/\1>| (?:style="[^"]*"|fill="(?:black|#000(?:000)?)")/gs;
const SUN = /<(circle|ellipse)\b[^>]*\bid="sun"[^>]*?(?:\/>|><\/\1>)/s;
/** Half the width of the sun, and the height of the letters above the baseline, in the units of `--orb-drop`. */
const [RADIUS, ASCENT] = [284, 758];

/** Undefined if there is no file, or its title is the name of another product: then the name is text. */
export const logo: DrawnLogo | undefined = existsSync(FILE)
  ? readLogo(readFileSync(FILE, 'utf8'), brand.product)
  : undefined;

export function readLogo(file: string, product: string): DrawnLogo | undefined {
  const title = /<title\b[^>]*>(.*?)<\/title>/s.exec(file)?.[1]?.trim();
  if (title !== undefined && title !== product) return undefined;
  const [, attributes = '', content = ''] = /<svg\b([^>]*)>(.*)<\/svg>/s.exec(file) ?? [];
  const [left, top, width, height] = (attribute(attributes, 'viewBox') ?? '')
    .split(/[ ,]+/)
    .map(Number);
  if (left === undefined || top === undefined || !width || !height) {
    throw new Error(
      'Cannot read web/design/logo.svg: its svg element needs a viewBox of 4 numbers.',
    );
  }
  const [drawn = ''] = SUN.exec(content) ?? [];
  const [x = 0, y = 0, r = 0] = [['cx'], ['cy'], ['r', 'rx']].map((names) =>
    Number(names.map((name) => attribute(drawn, name)).find(Boolean) ?? 0),
  );
  const baseline = drawn ? y + r : top + height;
  const descent = Number(((100 * (top + height - baseline)) / height).toFixed(2));
  return {
    box: [left, top, width, height],
    baseline,
    shapes: content
      .replace(SUN, () => sunAt(x, y, r))
      .replaceAll(NOT_SHOWN, '')
      .replaceAll(/\s*(<[^<]*>)\s*/g, '$1'),
    style: `.logo{--descent:${descent}%}${/<style\b[^>]*>(.*?)<\/style>/s.exec(content)?.[1]?.trim() ?? ''}`,
  };
}

function attribute(element: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1];
}

/**
 * The sun, or the moon in tonight's phase: see logo.css. The inner svg ends at the baseline, which hides the part of the
 * sun below it.
 */
function sunAt(x: number, y: number, r: number): string {
  const scale = r / RADIUS;
  return (
    `<svg x="${x - r}" y="${y + r - ASCENT * scale}" width="${2 * r}" height="${ASCENT * scale}"` +
    ` viewBox="${-RADIUS} ${RADIUS - ASCENT} ${2 * RADIUS} ${ASCENT}" aria-hidden="true">` +
    `<g class="logo-orb"><g class="moon"><circle r="${RADIUS}"/><g class="moon-lit">` +
    `<path d="M0-${RADIUS}a${RADIUS} ${RADIUS} 0 0 1 0 ${2 * RADIUS}"/>` +
    `<circle class="moon-edge" r="${RADIUS}"/></g></g></g></svg>`
  );
}
