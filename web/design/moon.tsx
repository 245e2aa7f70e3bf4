/** The sun, or the moon in tonight's phase, around (0, 0): see moon.css. */
export function Moon({ radius }: { radius: number }) {
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
