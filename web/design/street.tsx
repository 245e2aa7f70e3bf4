import type { ReactNode } from 'react';

const EVERYWHERE = [-640, -250, 250, 640];

/**
 * The pavement under the houses, with lamps. `children` are drawn around (0, 0), the middle of the
 * pavement's edge; y is negative above it. A small phone shows 170 units on each side.
 */
export function Street({
  lamps = EVERYWHERE,
  children,
}: {
  lamps?: readonly number[];
  children?: ReactNode;
}) {
  return (
    <svg
      className="street"
      viewBox="-720 -200 1440 200"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {lamps.map((x) => (
        <g key={x} transform={`translate(${x})`}>
          <path className="street-light" d="M-20-164-92 0H92L20-164z" />
          <path className="street-iron" d="M-3 0v-150h6V0zM-14-166l6-16H8l6 16zM-9 0v-10H9V0z" />
          <path className="street-bulb" d="M-14-166h28l-6 18H-8z" />
        </g>
      ))}
      {children}
    </svg>
  );
}
