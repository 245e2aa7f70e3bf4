import encodeQr from 'qr';

/** The free space around the code, in squares of the code. Cameras need this space to find the code. */
const QUIET_ZONE = 4;

/** @returns a QR code as the path of an SVG, and its width in squares; undefined if the text is too long for a code */
export function qrPath(text: string): { path: string; size: number } | undefined {
  const rows = encode(text);
  return rows && { path: rows.map(lineOf).join(''), size: rows.length };
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
