import { friendsWindows } from './friends-windows.ts';

/** The light of the visitor's window, the visitor in it, and the windows of friends; see waitlist.css. */
export function YourHouse() {
  return (
    <g className="your-house" stroke="none">
      <radialGradient id="glow">
        <stop offset="0.1" stopColor="var(--sun)" stopOpacity="0.75" />
        <stop offset="0.5" stopColor="var(--sun)" stopOpacity="0.22" />
        <stop offset="1" stopColor="var(--sun)" stopOpacity="0" />
      </radialGradient>
      <circle className="your-glow" cx="197" cy="-14" r="46" fill="url(#glow)" />
      <path className="your-window" d="M193-20h8v12h-8z" />
      <path
        className="you"
        d="M194-8v-1.4a3 2.8 0 0 1 6 0V-8zM195.2-14.6a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0z"
      />
      {friendsWindows.map(({ x, y }) => (
        <path key={`${x} ${y}`} className="friends-window" d={`M${x} ${y}h8v12h-8z`} />
      ))}
    </g>
  );
}
