import { BILLBOARD_ID } from './billboard-id.ts';

/** A billboard on the roofs with a QR code that opens the invite on a phone; hidden until the code is drawn. */
export function Billboard() {
  return (
    <figure className="billboard" id={BILLBOARD_ID} hidden>
      <svg role="img" aria-label="QR code of this page’s address" shapeRendering="crispEdges" />
      <figcaption>Scan to open it on your phone</figcaption>
    </figure>
  );
}
