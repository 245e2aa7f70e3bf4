/** The child process that draws. In the main process a picture would block the event loop for up to 0.1 s. */
import { Resvg } from '@resvg/resvg-js';
import { drawPicture } from './draw-picture.ts';
import { releaseTypefaces } from './typefaces.ts';

export interface PaintRequest {
  /** The SVG on which the name is drawn. */
  pictureBase: string;
  name: string;
}

/** A PNG file; undefined if the name cannot be drawn: see `drawnName`. */
export type PaintAnswer = { picture: Uint8Array | undefined } | { failure: Error };

process.on('message', (request: PaintRequest) => {
  process.send?.(deliver(request));
  releaseTypefaces();
  // A picture's native memory, megabytes, is freed only when its JavaScript object is collected. V8 does not count this
  // memory and would collect too late.
  globalThis.gc?.({ type: 'minor' });
});
// Ctrl-C sends a signal to this process too. Ignore the signal: the parent may still need pictures, and ends this
// process later. If the parent ends, the channel is disconnected.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

function deliver(request: PaintRequest): PaintAnswer {
  try {
    return { picture: paint(request) };
  } catch (failure) {
    return { failure: failure as Error };
  }
}

function paint({ pictureBase, name }: PaintRequest): Uint8Array | undefined {
  const drawing = drawPicture(pictureBase, name);
  if (drawing === undefined) return undefined;
  // The SVG has no text or image elements, so resvg needs no font or file.
  return new Resvg(drawing, { font: { loadSystemFonts: false } }).render().asPng();
}
