const onlookers = [
  { colour: 'yellow', x: 62, radius: 30 },
  { colour: 'pink', x: 116, radius: 38 },
  { colour: 'sun', x: 318, radius: 44 },
  { colour: 'teal', x: 382, radius: 32 },
];

/** The friends pop up behind the wall, with their hands on its top at y = 0. */
export function Onlookers() {
  return (
    <svg className="onlookers" viewBox="0 -80 440 80" aria-hidden="true">
      <svg y="-80" width="440" height="80" viewBox="0 -80 440 80" aria-hidden="true">
        {onlookers.map(({ colour, x, radius }) => (
          <g key={colour} className="onlooker">
            <circle className={colour} cx={x} cy={-radius * 0.5} r={radius} />
            <path
              className="eyes"
              strokeWidth={radius * 0.16}
              d={`M${x - radius * 0.3} ${-radius * 0.8}v${radius * 0.16}m${radius * 0.6} 0v${-radius * 0.16}`}
            />
          </g>
        ))}
      </svg>
      <path className="fingers-pink" d="M166-5v10M177-5v11M188-5v10" />
      <path className="fingers-sun" d="M240-5v10M251-5v11M262-5v10" />
    </svg>
  );
}
