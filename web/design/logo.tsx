import { brand } from '../../brand.ts';
import { logo } from './logo-file.ts';
import { nameBox } from './wordmark.ts';

/** The least width of a small logo, in heights, so that the letters of a short name are not larger than others. */
const LEAST_WIDTH = 4_200 / 931;

/** The product's name as the drawing of logo.svg; without that file as one line of text in the display font. */
export function Logo({ place = 'start' }: { place?: 'first' | 'start' | 'middle' | 'end' }) {
  const box = logo?.box ?? nameBox(brand.product);
  const [, , width] = box;
  const frame = {
    viewBox: (place === 'first' ? box : boxAt(place, box)).join(' '),
    preserveAspectRatio: 'xMinYMin',
  };
  if (!logo) {
    return (
      <svg className="logo display" role="img" aria-label={brand.product} {...frame}>
        {/* The length is the same in each font, so that nothing moves when the font arrives. */}
        <text fontSize={1_000} textLength={width} lengthAdjust="spacingAndGlyphs">
          {brand.product}
        </text>
      </svg>
    );
  }
  return (
    <svg
      className={`logo ${place === 'first' ? 'logo-poster' : ''}`}
      role="img"
      aria-label={brand.product}
      {...frame}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the file is ours
      dangerouslySetInnerHTML={{ __html: logo.shapes }}
    />
  );
}

/** The box with space beside a short name. */
function boxAt(
  place: 'start' | 'middle' | 'end',
  [left, top, width, height]: readonly [number, number, number, number],
): number[] {
  const spare = Math.max(0, height * LEAST_WIDTH - width);
  const before = { start: 0, middle: spare / 2, end: spare }[place];
  return [left - before, top, width + spare, height].map(Math.round);
}
