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

/** The wall, as high and as wide as the content on it. */
export function Bricks() {
  return (
    <svg className="bricks" width="100%" height="100%" aria-hidden="true">
      <pattern id="bricks" width="144" height="128" patternUnits="userSpaceOnUse">
        <path className="brick-pale" d="M72 0h72v32H72zM0 64h72v32H0z" />
        <path className="brick-dark" d="M37 32h72v32H37z" />
        <path
          className="mortar"
          d="M0 1h144M0 33h144M0 65h144M0 97h144M1 0v32M73 0v32M37 32v32M109 32v32M1 64v32M73 64v32M37 96v32M109 96v32"
        />
      </pattern>
      <rect width="100%" height="100%" fill="url(#bricks)" />
    </svg>
  );
}
