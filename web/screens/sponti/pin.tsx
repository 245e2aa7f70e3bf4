/** A pin with a face; its tip is at `x`, `y`. waking.css animates it. */
export function Pin({ x = 0, y = 0 }: { x?: number; y?: number }) {
  return (
    <svg
      className="pin"
      viewBox="-40 -116 80 116"
      x={x - 27}
      y={y - 78}
      width="54"
      height="78"
      aria-hidden="true"
    >
      <path className="pin-drop" d="M0 0C-8-22-40-40-40-76A40 40 0 0 1 40-76C40-40 8-22 0 0Z" />
      <circle className="pin-face" cy="-76" r="23" />
      <path className="pin-eyes" d="M-8-84v7M8-84v7" />
      <path className="pin-smile" d="M-7-68q7 7 14 0" />
    </svg>
  );
}
