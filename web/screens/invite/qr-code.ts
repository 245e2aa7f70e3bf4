/** Draws a QR code of the invite's link on its billboard. Browsers load this script with low priority. */
import { INVITE_PATH, inviteQuery } from '../../../contract/screens.ts';
import { qrPath } from '../../design/qr-path.ts';

const board = document.querySelector<HTMLElement>('.billboard');
const svg = board?.querySelector('svg');
if (board && svg) draw(board, svg);

function draw(board: HTMLElement, svg: SVGElement): void {
  const code = qrPath(ownLink());
  if (!code) return;
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', code.path);
  svg.setAttribute('viewBox', `0 0 ${code.size} ${code.size}`);
  svg.append(path);
  board.hidden = false;
}

/** Without what campaigns and apps add: the squares of a longer address are too small for a camera. */
function ownLink(): string {
  const own: string[] = [...Object.values(inviteQuery), 'token'];
  const query = [...new URLSearchParams(location.search)].filter(([name]) => own.includes(name));
  return `${location.origin}${INVITE_PATH}?${new URLSearchParams(query)}`.replace(/\?$/, '');
}
