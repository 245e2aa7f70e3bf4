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
