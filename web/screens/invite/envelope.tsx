/** An envelope that is opening, with the sun or the moon in it. */
export function Envelope() {
  return (
    <svg className="envelope" viewBox="0 0 240 190" aria-hidden="true">
      <path className="envelope-inside" d="M10 80 112 6q8-6 16 0L230 80v100H10z" />
      <g className="envelope-orb">
        <circle cx="120" cy="78" r="56" />
      </g>
      <path
        className="envelope-front"
        d="M10 80 111 140q9 5 18 0L230 80v94q0 16-16 16H26q-16 0-16-16z"
      />
      <path className="envelope-fold" d="M16 186 94 130M224 186l-78-56" />
    </svg>
  );
}
