import { cityBlocks, TILE } from './city-blocks.ts';

/** The shoreline, from far left to far right; x = 0 is the middle of the page. */
const COAST =
  'M-2600 120C-2200 60-1900 150-1500 120S-960 62-780 80-560 166-380 150-240 92-140 102-20 146 66 146 190 96 310 90 540 160 720 136 1000 60 1300 96 2100 140 2600 90';
/**
 * The stroke widths that draw the depth contours of the water: half of each width is the distance of a contour from the
 * shore.
 */
const DEPTHS = [124, 78, 32];
/** The bends of the river. They are repeated until the river is longer than any screen is high. */
const BENDS = 's110 270 70 470-170 300-120 500';
const RIVER = `M66 60C40 260-90 300-70 470${BENDS}${BENDS}${BENDS}${BENDS}`;

const avenues = [
  { y: 300, name: 'Why Not Way' },
  { y: 690, name: 'Tonight Street' },
  { y: 1080, name: 'Last Minute Lane' },
  { y: 1430, name: 'Right Now Row' },
];
const PARKS =
  'M356 262l210 40-26 138-210-40zM-646 690l150-42 34 118-150 44zM86 806l116 22-18 94-116-22zM470 1290l170 32-22 116-170-32zM-236 1210l92-26 26 92-92 26z';
const TREES =
  'M400 306h0M446 344h0M498 330h0M520 392h0M388 372h0M-606 714h0M-556 742h0M-516 690h0M-588 766h0M118 842h0M160 862h0M130 886h0M506 1332h0M566 1376h0M594 1342h0M-204 1226h0M-168 1262h0';
const BOATS =
  'M-604 92h34l-8 11h-18zM-589 88V56l21 32zM-592 88V66l-12 22zM436 58h34l-8 11h-18zM451 54V22l21 32zM448 54V32l-12 22zM-92 44h34l-8 11h-18zM-77 40V8l21 32zM-80 40V18l-12 22z';

/**
 * The streets behind the places, centred. On narrow screens street-map.css makes them smaller. On all other screens
 * they have the same size, so a larger screen shows more of the town. The streets on the two banks of the river have
 * different directions.
 */
export function StreetMap() {
  return (
    <svg className="street-map" width="100%" height="100%" aria-hidden="true">
      <defs>
        <path id="land" d={`${COAST}V9000H-2600Z`} />
        <clipPath id="on-land">
          <use href="#land" />
        </clipPath>
        <clipPath id="west">
          <path d={`${RIVER}V9000H-2600V0Z`} />
        </clipPath>
        <pattern id="blocks" {...TILE} patternUnits="userSpaceOnUse">
          <path className="block" d={cityBlocks()} />
        </pattern>
        <pattern id="east-blocks" href="#blocks" patternTransform="rotate(11)" />
        <pattern id="west-blocks" href="#blocks" patternTransform="rotate(-16)" />
      </defs>
      <svg x="50%" overflow="visible" aria-hidden="true">
        <g className="streets">
          {DEPTHS.map((distance) => (
            <g key={distance}>
              <use className="depth" href="#land" strokeWidth={distance + 4} />
              <use className="shallow" href="#land" strokeWidth={distance} />
            </g>
          ))}
          <use className="ground" href="#land" />
          <g clipPath="url(#on-land)">
            <path fill="url(#east-blocks)" d="M-600 0h3200v9000H-600z" />
            <g clipPath="url(#west)">
              <path className="ground" d="M-2600 0H400v9000h-3000z" />
              <path fill="url(#west-blocks)" d="M-2600 0H400v9000h-3000z" />
            </g>
            <path className="park" d={PARKS} />
            <path className="trees" d={TREES} />
            <path className="bank" d={RIVER} />
          </g>
          <path className="river" d={RIVER} />
          <path className="boats" d={BOATS} />
          {avenues.map(({ y, name }) => (
            <g key={name}>
              <path className="avenue" d={`M-1600 ${y + 444}L0 ${y}l1600 316`} />
              <path className="lamps" d={`M-1600 ${y + 426}L0 ${y - 18}l1600 316`} />
              <path className="lamps" d={`M-1600 ${y + 462}L0 ${y + 18}l1600 316`} />
              <text
                className="avenue-name"
                transform={`translate(0 ${y}) rotate(-15.5)`}
                x="-176"
                y="6"
              >
                {name}
              </text>
            </g>
          ))}
        </g>
      </svg>
    </svg>
  );
}
