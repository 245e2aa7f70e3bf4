import type { Corner } from '../../design/houses.ts';

/**
 * The other windows of the visitor's house in the skyline, in the order in which friends light them. The coordinates
 * are those of the terrace, on which `Skyline` draws its children.
 */
const friendsWindows: readonly Corner[] = [
  { x: 215, y: -20 },
  { x: 193, y: -46 },
  { x: 215, y: -46 },
  { x: 193, y: 6 },
  { x: 215, y: 6 },
  { x: 193, y: 32 },
  { x: 215, y: 32 },
];

const MOST_FRIENDS = friendsWindows.length;

/** Lights a window of the visitor's house for each friend (your-house.css). */
export function showFriends(friends: number): void {
  document.documentElement.dataset['friends'] = String(Math.min(friends, MOST_FRIENDS));
}

/** The outline of a person, in a window of 8 x 12. */
const PERSON = 'M1 12v-1.4a3 2.8 0 0 1 6 0V12zM2.2 5.4a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0z';

/** The light of the visitor's window, the visitor in it, and the windows of friends; see your-house.css. */
export function YourHouse() {
  return (
    <g stroke="none">
      <radialGradient id="glow">
        <stop offset="0.1" stopColor="var(--sun)" stopOpacity="0.75" />
        <stop offset="0.5" stopColor="var(--sun)" stopOpacity="0.22" />
        <stop offset="1" stopColor="var(--sun)" stopOpacity="0" />
      </radialGradient>
      <circle className="your-glow" cx="197" cy="-14" r="46" fill="url(#glow)" />
      <g className="your-window" transform="translate(193 -20)">
        <path d="M0 0h8v12H0z" />
        <path className="person" d={PERSON} />
      </g>
      {/* Slightly larger than the windows that it covers: otherwise the edges of those windows would be visible. */}
      <path
        className="friends-glass"
        d={friendsWindows.map(({ x, y }) => `M${x - 0.4} ${y - 0.4}h8.8v12.8h-8.8z`).join('')}
      />
      {friendsWindows.map(({ x, y }) => (
        <g key={`${x} ${y}`} className="friends-window" transform={`translate(${x} ${y})`}>
          <path d="M-.4-.4h8.8v12.8h-8.8z" />
          <path className="person" d={PERSON} />
        </g>
      ))}
    </g>
  );
}
