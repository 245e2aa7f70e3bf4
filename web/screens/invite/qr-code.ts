/** Draws a QR code of the page's address on its billboard. Browsers load this script with low priority. */
import { qrPath } from '../../design/qr-path.ts';
import { BILLBOARD_ID } from './billboard-id.ts';

const board = document.getElementById(BILLBOARD_ID);
const svg = board?.querySelector('svg');
if (board && svg) draw(board, svg);

function draw(board: HTMLElement, svg: SVGElement): void {
  const code = qrPath(location.href);
  if (!code) return;
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', code.path);
  svg.setAttribute('viewBox', `0 0 ${code.size} ${code.size}`);
  svg.append(path);
  board.hidden = false;
}
