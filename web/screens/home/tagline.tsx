import { brand } from '../../../brand.ts';
import { tagline } from '../../design/drawings.ts';
import { directionOf } from '../../design/wordmark.ts';

/** The height of a line, from the tallest ascender to the deepest descender. */
const LINE = { top: -305, height: 385 };

/**
 * The tagline as a drawing. It is the largest text of the first screen. As a drawing it is part of the first paint.
 * Text would wait for its font, or change when the font arrives. A tagline that no font can draw is shown as text.
 */
export function Tagline({ className }: { className: string }) {
  if (!tagline) {
    return (
      <p className={`${className} display`} dir={directionOf(brand.tagline)}>
        {brand.tagline}
      </p>
    );
  }
  return (
    <p className={`${className} tagline-drawn`} dir={directionOf(brand.tagline)}>
      <span className="tagline-text">{brand.tagline}</span>
      {tagline.map(({ width, path }) => (
        <svg key={width} viewBox={`0 ${LINE.top} ${width} ${LINE.height}`} aria-hidden="true">
          <path d={path} />
        </svg>
      ))}
    </p>
  );
}
