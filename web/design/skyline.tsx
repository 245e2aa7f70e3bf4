import type { ReactNode } from 'react';
import { type Corner, drawWindows, outline, windows } from './houses.ts';
import { farHouses, nearHouses, SKYLINE_WIDTH, TERRACE, YOUR_WINDOW } from './skyline-houses.ts';

/** The visitor's window is one of the dark windows; its light is drawn over it. */
const DARK = 1;

/**
 * Roofs in front of the sky. How many windows are lit depends on the sky: see `--windows` in sky.css.
 * `children` are drawn on the terrace, which is 176 long and has its floor at y = 0.
 */
export function Skyline({ children }: { children?: ReactNode }) {
  const isYours = ({ x, y }: Corner) => x === YOUR_WINDOW.x && y === YOUR_WINDOW.y;
  // Multiples of a prime spread the lit windows over the row without a visible pattern.
  const every = (remainders: readonly number[]) =>
    drawWindows(
      windows(nearHouses).filter((corner, index) =>
        remainders.includes(isYours(corner) ? DARK : (index * 5) % 11),
      ),
    );
  return (
    <svg
      className="skyline"
      viewBox={`0 -240 ${SKYLINE_WIDTH} 240`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path className="skyline-far" d={outline(farHouses)} />
      <path className="skyline-near" d={outline(nearHouses)} />
      <path className="window" d={every([DARK, 6, 9])} />
      <path className="window window-first" d={every([0])} />
      <path className="window window-second" d={every([3, 8])} />
      <path className="window window-third" d={every([2, 4, 5, 7, 10])} />
      <path className="window window-yours" d={drawWindows([YOUR_WINDOW])} />
      <g className="terrace" transform={`translate(${TERRACE.left} -${TERRACE.height})`}>
        <path strokeWidth="2" d="M16 0v-54M160 0v-58M16-54q70 36 144-4" />
        <path className="window-first bulbs" d="M38-46h0M62-39h0M86-37h0M110-40h0M134-47h0" />
        <path strokeWidth="3.5" d="M58-16v16M58-8h19v8" />
        {children}
      </g>
    </svg>
  );
}

/** Two friends on the skyline's terrace; one of them waves at the visitor. */
export function RooftopFriends() {
  return (
    <g strokeWidth="3.5">
      <path strokeWidth="9.5" d="M66-28h0M112-35h0" />
      <path strokeWidth="8" d="M66-18v7M112.5-24v9" />
      <path d="M66-9h11v9M66-19l9 4 5-4M110-13v13M115-13v13M109-25l-6 10" />
      <path className="rooftop-wave" d="M115-26l8-5 3-9" />
    </g>
  );
}
