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

/** The cat sits on y = 0, with its middle at x = 108. */
export function Cat() {
  return (
    <>
      <path
        className="cat"
        d="M84 0c-5-18 0-33 12-40-3-6-3-13 0-20l7 6h9l7-6c3 7 3 14-1 20 9 9 11 23 10 32 6-1 9-6 8-13 0-4 5-4 6 0 2 12-5 21-15 21z"
      />
      <path className="cat-eyes" d="M103-47h0M112-47h0" />
    </>
  );
}
