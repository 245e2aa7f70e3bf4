import { BILLBOARD_ID } from './billboard-id.ts';

/** A board on the roofs with the way to take the invite to one's phone; hidden until it is drawn. */
export function Billboard() {
  return (
    <figure className="billboard" id={BILLBOARD_ID} hidden>
      <svg role="img" aria-label="QR code of this page’s address" shapeRendering="crispEdges" />
      <figcaption>Scan to open it on your phone</figcaption>
    </figure>
  );
}
