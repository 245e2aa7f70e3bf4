/** The process that draws: a picture takes some hundredths of a second, for which nobody else shall wait. */
import { Resvg } from '@resvg/resvg-js';
import { drawPicture } from './draw-picture.ts';
import { releaseTypefaces } from './typefaces.ts';

export interface Order {
  /** An SVG on which the name is written. */
  scene: string;
  name: string;
}

/** A PNG file; no picture where the fonts lack letters of the name. */
export type Delivery = { picture: Uint8Array | undefined } | { failure: Error };

process.on('message', (order: Order) => {
  process.send?.(deliver(order));
  releaseTypefaces();
  // A picture leaves megabytes behind that the engine does not see, and would let grow.
  globalThis.gc?.({ type: 'minor' });
});
// A stop is for the program that asks, which ends this one; and without it there is nothing to draw for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

function deliver(order: Order): Delivery {
  try {
    return { picture: paint(order) };
  } catch (failure) {
    return { failure: failure as Error };
  }
}

function paint({ scene, name }: Order): Uint8Array | undefined {
  const drawing = drawPicture(scene, name);
  if (drawing === undefined) return undefined;
  // It has no text and no picture in it, so nothing is ever looked for on disk or elsewhere.
  return new Resvg(drawing, { font: { loadSystemFonts: false } }).render().asPng();
}
