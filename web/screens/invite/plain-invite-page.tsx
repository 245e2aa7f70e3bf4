import { brand } from '../../../brand.ts';
import type { AppPlatforms } from '../../../contract/availability.ts';
import { listedScreens } from '../../../contract/screens.ts';
import type { Friend } from '../../design/friend/friend.tsx';
import { Logo } from '../../design/logo.tsx';
import { aboutProduct } from '../../design/screen-texts.ts';
import { Skyline } from '../../design/skyline.tsx';
import { SKYLINE_WIDTH } from '../../design/skyline-houses.ts';
import { InviteFrame } from './invite-frame.tsx';
import { AppButtons } from './invite-links.tsx';
import { downloadButton, plainInvite } from './invite-texts.ts';
import { hasNoDownload, Platforms, PlatformsWithoutScript } from './platforms.tsx';

/** A longer word would not fit into a line of the large heading. */
const LONG_WORD = /\S{10}/u;

export function PlainInvitePage() {
  return (
    <InviteFrame behindTheRoofs={<PeekingFriends />}>
      <div className="static-invite plain-invite">
        <h1 className={`display${LONG_WORD.test(brand.product) ? ' long-name' : ''}`}>
          {plainInvite.title(brand.product)}
        </h1>
        {'{{invitation}}'}
      </div>
    </InviteFrame>
  );
}

export function PlainInvitation({ app }: { app: AppPlatforms }) {
  const isEarly = hasNoDownload(app.ios) || hasNoDownload(app.android);
  const message = isEarly ? aboutProduct(brand) : plainInvite.message(brand.product);
  return (
    <>
      <p className="static-text">{message}</p>
      <div className="static-actions">
        <AppButtons app={app} label={downloadButton(brand.product)} />
        <a className="button button-quiet" href={listedScreens.home}>
          {plainInvite.home}
        </a>
        <Platforms app={app} />
        <PlatformsWithoutScript app={app} />
      </div>
    </>
  );
}

const friends: { name: Friend; x: number; y: number }[] = [
  { name: 'Sam', x: 354, y: 548 },
  { name: 'Jo', x: 530, y: 496 },
  { name: 'Lu', x: 694, y: 540 },
  { name: 'Mia', x: 858, y: 528 },
];

/** Four friends look over the roofs, larger than the city. */
export function PlainInvitePreview() {
  return (
    <div className="preview plain-invite-preview sky">
      <svg className="preview-scene" viewBox="0 0 1200 630" aria-hidden="true">
        {friends.map(({ name, x, y }) => (
          <g key={name} transform={`translate(${x} ${y})`}>
            <circle className={`friend-${name}`} r="96" />
            <path className="eyes" strokeWidth="14" d="M-30-34v12M30-34v12" />
            <path className="smile" strokeWidth="11" d="M-22 8q22 20 44 0" />
          </g>
        ))}
      </svg>
      <Skyline />
      <div className="preview-words">
        <p className="display">Join us on</p>
        <Logo place="middle" />
      </div>
    </div>
  );
}

const peeking: { name: Friend; x: number; y: number; radius: number }[] = [
  { name: 'Lu', x: 984, y: 170, radius: 84 },
  { name: 'Sam', x: 1426, y: 160, radius: 88 },
  { name: 'Mia', x: 1296, y: 176, radius: 76 },
  { name: 'Jo', x: 1132, y: 190, radius: 112 },
];

/** Four heads above the roofs, like suns over the horizon, in the coordinates of the skyline in front of them. */
function PeekingFriends() {
  return (
    <svg
      className="peeking-friends"
      viewBox={`0 -240 ${SKYLINE_WIDTH} 240`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {peeking.map(({ name, x, y, radius }) => (
        <g key={name} className="peeking">
          <circle className={`friend-${name}`} cx={x} cy={-y} r={radius} />
          <path
            className="eyes"
            strokeWidth={radius * 0.14}
            d={`M${x - radius * 0.3}-${y + radius * 0.42}v${radius * 0.12}m${radius * 0.6} 0v-${radius * 0.12}`}
          />
        </g>
      ))}
    </svg>
  );
}
