/** The process that draws: a picture takes some hundredths of a second, which would block the event loop. */
import { Resvg } from '@resvg/resvg-js';
import { drawPicture } from './draw-picture.ts';
import { releaseTypefaces } from './typefaces.ts';

export interface Order {
  /** The SVG on which the name is drawn. */
  scene: string;
  name: string;
}

/** A PNG file; undefined if the fonts lack letters of the name. */
export type Delivery = { picture: Uint8Array | undefined } | { failure: Error };

process.on('message', (order: Order) => {
  process.send?.(deliver(order));
  releaseTypefaces();
  // A picture leaves megabytes of native memory that V8 does not see, so collect them here.
  globalThis.gc?.({ type: 'minor' });
});
// Ignore signals: the parent handles them, and ends this process. It also ends when the parent is gone.
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
  // The SVG has no text or image elements, so resvg needs no font or file.
  return new Resvg(drawing, { font: { loadSystemFonts: false } }).render().asPng();
}
