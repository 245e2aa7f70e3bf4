/** The product's logo mark in one colour: the sun on the horizon. Hidden from screen readers. */
export function SunMark() {
  return (
    <svg className="sun-mark" viewBox="1 0 14 14" aria-hidden="true" focusable="false">
      <path d="M3.4 11A5 5 0 1 1 12.6 11z" />
      <path d="M1 12.25h14v1.25H1z" />
    </svg>
  );
}
