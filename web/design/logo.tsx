import { brand } from '../../brand.ts';
import { logo } from './drawings.ts';

/** Half the width of the drawing of the sun. Its lower edge is on the baseline, and its box has ascenders' height. */
const RADIUS = 284;
const ASCENT = 758;

/**
 * The least box of a small logo, so that the letters of a short name are not larger than those of others, and its form
 * also for taller letters.
 */
const LEAST = { width: 4_200, rise: 758, depth: 173 };

/**
 * The product's name as a drawing of one line. Where it is the first thing of a page, a longer name is several lines on
 * screens where one line would be small.
 */
export function Logo({ place = 'start' }: { place?: 'first' | 'start' | 'middle' | 'end' }) {
  const enlarged = logo.scale === undefined ? '' : ` scale(${logo.scale})`;
  return (
    <svg
      className={`logo ${place === 'first' ? 'logo-poster' : ''}`}
      viewBox={(place === 'first' ? logo.box : boxAt(place)).join(' ')}
      preserveAspectRatio="xMinYMin"
      role="img"
      aria-label={brand.product}
    >
      {logo.parts.map(({ name, letters, orb }) => (
        <g key={name ?? ''} className={name && `logo-${name}`}>
          {letters.map(({ path, x }) => (
            <path key={x} d={path} transform={`translate(${x})${enlarged}`} />
          ))}
          {orb && <Orb {...orb} />}
        </g>
      ))}
    </svg>
  );
}

/** The drawing with space for at least a name of some length, beside a short name. */
function boxAt(place: 'start' | 'middle' | 'end'): number[] {
  const [left, top, width, height] = logo.box;
  const rise = Math.max(LEAST.rise, -top);
  const tall = rise + Math.max(LEAST.depth, height + top);
  const wide = (tall * LEAST.width) / (LEAST.rise + LEAST.depth);
  const spare = Math.max(0, wide - width);
  const before = { start: 0, middle: spare / 2, end: spare }[place];
  return [left - before, -rise, width + spare, tall].map(Math.round);
}

/** The inner svg ends at the baseline, which hides the part of the sun below it. */
function Orb({ left, scale }: { left: number; scale: number }) {
  return (
    <svg
      x={left}
      y={-ASCENT * scale}
      width={2 * RADIUS * scale}
      height={ASCENT * scale}
      viewBox={`${-RADIUS} ${RADIUS - ASCENT} ${2 * RADIUS} ${ASCENT}`}
      aria-hidden="true"
    >
      <g className="logo-orb">
        <Moon radius={RADIUS} />
      </g>
    </svg>
  );
}

/** The sun, or the moon in tonight's phase, around (0, 0): see logo.css. */
function Moon({ radius }: { radius: number }) {
  return (
    <g className="moon">
      <circle r={radius} />
      <g className="moon-lit">
        <path d={`M0-${radius}a${radius} ${radius} 0 0 1 0 ${2 * radius}`} />
        <circle className="moon-edge" r={radius} />
      </g>
    </g>
  );
}
