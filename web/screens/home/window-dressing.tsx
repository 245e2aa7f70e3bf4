/** Two pots on the sill. */
export function FlowerPots() {
  return (
    <svg className="flower-pots" viewBox="0 0 120 110" aria-hidden="true">
      <path
        className="leaf"
        d="M30 70Q2 60 4 26 32 34 30 70 28 26 56 10 62 48 30 70M88 66Q70 50 76 22 98 36 88 66 96 36 116 32 116 58 88 66"
      />
      <path className="pot" d="M8 66h46l-6 44H14zM70 62h38l-5 48H75z" />
    </svg>
  );
}

/** Open curtains, stretched to the size of the window. */
export function Curtains() {
  return (
    <svg className="curtains" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 0h27c0 26-7 46-20 57 7 12 9 28 9 43H0zM100 0H73c0 26 7 46 20 57-7 12-9 28-9 43h16z" />
      <path className="curtain-ties" d="M0 54h9v5H0zM100 54h-9v5h9z" />
    </svg>
  );
}

const STRIPE = { width: 50, count: 12 };

/** An awning of stripes with scalloped ends. The awning is wider than the window below it. */
export function Awning() {
  const stripes = Array.from(
    { length: STRIPE.count },
    (_, index) => `M${index * STRIPE.width} 0h50v64a25 22 0 0 1-50 0z`,
  );
  return (
    <svg className="awning" viewBox="0 0 600 90" aria-hidden="true">
      <path className="awning-light" d={stripes.filter((_, index) => index % 2 === 0).join('')} />
      <path className="awning-dark" d={stripes.filter((_, index) => index % 2 === 1).join('')} />
    </svg>
  );
}
