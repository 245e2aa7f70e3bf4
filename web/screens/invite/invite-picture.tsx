import {
  INVITE_PICTURE_SUN,
  type InvitePictureParts,
  PREVIEW_SIZE,
} from '../../../contract/link-previews.ts';
import { mix, type Oklab, parseColour, toHex } from '../../design/colour.ts';
import { logo } from '../../design/logo-file.ts';
import type { Tokens } from '../../design/skies.ts';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';

const SKYLINE_HEIGHT = 176;
/** So that each logo is as large as the first, whatever its units. */
const LOGO_HEIGHT = 931;
const GLOW_RADIUS = 640;
/** The opacity of the sun's light, from its middle to its edge. The edge must not be visible. */
const GLOW = [0.85, 0.7, 0.48, 0.3, 0.17, 0.08, 0.025, 0];
/** The stops of the sky's gradient. The colours between them are mixed as in browsers. */
const SKY_STOPS = [
  { at: 0, token: '--sky-high' },
  { at: 0.55, token: '--sky-mid' },
  { at: 0.94, token: '--sky-low' },
] as const;
const STEPS_BETWEEN_STOPS = 6;

/**
 * The picture to which the server adds the inviter's name and, below it, the logo. The server's renderer supports only
 * plain colours, attributes and simple style rules.
 */
export function InvitePicture({ sky }: { sky: Tokens }) {
  const colour = colourOf(sky);
  const { width, height } = PREVIEW_SIZE;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it becomes a PNG file, described where it is shown
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <style>{styleRules(colour)}</style>
      <defs>
        <linearGradient id="sky" x2="0" y2="1">
          {skyStops(colour).map(({ at, shown }) => (
            <stop key={at} offset={at} stopColor={shown} />
          ))}
        </linearGradient>
        <radialGradient id="glow">
          {GLOW.map((opacity, index) => (
            <stop
              key={opacity}
              offset={index / (GLOW.length - 1)}
              stopColor={toHex(colour('--glow'))}
              stopOpacity={opacity}
            />
          ))}
        </radialGradient>
      </defs>
      <path fill="url(#sky)" d={`M0 0h${width}v${height}H0z`} />
      <circle
        fill="url(#glow)"
        cx={INVITE_PICTURE_SUN.x}
        cy={INVITE_PICTURE_SUN.y}
        r={GLOW_RADIUS}
      />
      <circle
        className="sun"
        cx={INVITE_PICTURE_SUN.x}
        cy={INVITE_PICTURE_SUN.y}
        r={INVITE_PICTURE_SUN.radius}
      />
      <svg y={height - SKYLINE_HEIGHT} width={width} height={SKYLINE_HEIGHT} aria-hidden="true">
        <Skyline>
          <RooftopFriends />
        </Skyline>
      </svg>
    </svg>
  );
}

/** Without logo.svg, the server writes the name. */
export function drawLogo(sky: Tokens): InvitePictureParts['logo'] {
  if (!logo) return undefined;
  const orb = toHex(colourOf(sky)('--orb'));
  const drop = Number.parseFloat(sky['--orb-drop'] ?? '');
  const [left, top, width, height] = logo.box;
  const scale = LOGO_HEIGHT / height;
  const colours = `svg{fill:${inkOf(sky).ink};overflow:visible}.logo-orb{fill:${orb};transform:translate(0 ${drop})}`;
  return {
    drawing: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${logo.box.join(' ')}" width="${width}" height="${height}"><style>${colours}</style>${logo.shapes}</svg>`,
    box: [left * scale, (top - logo.baseline) * scale, width * scale, LOGO_HEIGHT],
  };
}

/** The colours of the name and of the initial on the sun. */
export function inkOf(sky: Tokens): { ink: string; sunInk: string } {
  const colour = colourOf(sky);
  return { ink: toHex(colour('--ink')), sunInk: toHex(colour('--sun-ink')) };
}

function colourOf(sky: Tokens): (token: string) => Oklab {
  return (token) => parseColour(sky[token] ?? '');
}

function styleRules(colour: (token: string) => Oklab): string {
  const city = toHex(colour('--city'));
  const glass = toHex(mix(colour('--city'), colour('--sky-low'), 0.24));
  const lit = toHex(colour('--window'));
  const orb = toHex(colour('--orb'));
  return [
    `.sun{fill:${orb}}`,
    `.skyline-far{fill:${toHex(colour('--far'))}}`,
    `.skyline-near{fill:${city}}`,
    `.window{fill:${glass}}.window-first{fill:${lit}}`,
    `.terrace{fill:none;stroke:${city};stroke-linecap:round;stroke-linejoin:round}`,
    `.bulbs{stroke:${lit};stroke-width:5}`,
  ].join('');
}

function skyStops(colour: (token: string) => Oklab) {
  return SKY_STOPS.flatMap(({ at, token }, index) => {
    const next = SKY_STOPS[index + 1];
    if (!next) return [{ at, shown: toHex(colour(token)) }];
    return Array.from({ length: STEPS_BETWEEN_STOPS }, (_, step) => {
      const share = step / STEPS_BETWEEN_STOPS;
      const shown = toHex(mix(colour(token), colour(next.token), share));
      return { at: Number((at + (next.at - at) * share).toFixed(3)), shown };
    });
  });
}
