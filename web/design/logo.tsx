import { brand } from '../../brand.ts';
import { logo } from './drawings.ts';

/** Half the width of the drawing of the sun. Its lower edge is on the baseline, and its box has ascenders' height. */
const RADIUS = 284;
const ASCENT = 758;

/**
 * The product's name as a drawing. It is one line. With the class `logo-poster` a logo whose parts have names is three
 * lines on screens where one line would be small.
 */
export function Logo({ className = '' }: { className?: string }) {
  const enlarged = logo.scale === undefined ? '' : ` scale(${logo.scale})`;
  const isPoster = logo.parts.some(({ name }) => name);
  return (
    <svg
      className={`logo ${isPoster ? className : ''}`}
      viewBox={logo.box.join(' ')}
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
