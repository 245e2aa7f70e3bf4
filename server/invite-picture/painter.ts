/** The thread that draws: a picture takes some hundredths of a second, for which nobody else shall wait. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { drawPicture } from './draw-picture.ts';
import { Typeface } from './typeface.ts';

/** A PNG file; no picture where no font has all of the name. */
export type Delivery = { picture: Uint8Array | undefined } | { failure: Error };

/** The house's own, then the one with Greek and Cyrillic. */
const FONTS = ['bricolage-800.ttf', 'commissioner-800.ttf'];

if (parentPort) takeOrders((workerData as { scene: string }).scene);

function takeOrders(scene: string): void {
  const typefaces = FONTS.map(
    (name) => new Typeface(readFileSync(join(import.meta.dirname, 'fonts', name))),
  );
  parentPort?.on('message', (name: string) => {
    parentPort?.postMessage(deliver(() => paint(scene, typefaces, name)));
  });
}

function deliver(make: () => Uint8Array | undefined): Delivery {
  try {
    return { picture: make() };
  } catch (failure) {
    return { failure: failure as Error };
  }
}

function paint(
  scene: string,
  typefaces: readonly Typeface[],
  name: string,
): Uint8Array | undefined {
  const drawing = drawPicture(scene, typefaces, name);
  if (drawing === undefined) return undefined;
  // It has no text and no picture in it, so nothing is ever looked for on disk or elsewhere.
  return new Resvg(drawing, { font: { loadSystemFonts: false } }).render().asPng();
}
