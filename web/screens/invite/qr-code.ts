/** Draws a QR code of the page's address on its billboard. Browsers load this script with low priority. */
import encodeQr from 'qr';
import { BILLBOARD_ID } from './billboard-id.ts';

/** The free space around the code, in squares of the code. Cameras need this space to find the code. */
const QUIET_ZONE = 4;

const board = document.getElementById(BILLBOARD_ID);
const svg = board?.querySelector('svg');
if (board && svg) draw(board, svg);

function draw(board: HTMLElement, svg: SVGElement): void {
  const rows = encode(location.href);
  // The address is too long for a code.
  if (!rows) return;
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', rows.map(lineOf).join(''));
  svg.setAttribute('viewBox', `0 0 ${rows.length} ${rows.length}`);
  svg.append(path);
  board.hidden = false;
}

function encode(text: string): boolean[][] | undefined {
  try {
    return encodeQr(text, 'raw', { border: QUIET_ZONE });
  } catch {
    return undefined;
  }
}

/** The dark squares of a row as a path. Adjacent squares are merged, so that no gap is visible between them. */
function lineOf(row: readonly boolean[], y: number): string {
  const text = row.map((isDark) => (isDark ? 'x' : ' ')).join('');
  return Array.from(text.matchAll(/x+/g), ({ 0: { length }, index }) => {
    return `M${index} ${y}h${length}v1h-${length}z`;
  }).join('');
}
