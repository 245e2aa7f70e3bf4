import { qrPath } from '../../../design/qr-path.ts';

/** @param text nothing is drawn if it is too long */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = text && qrPath(text);
  if (!code) return null;
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <path d={code.path} />
    </svg>
  );
}
