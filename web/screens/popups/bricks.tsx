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
