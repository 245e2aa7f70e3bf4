import type { Friend } from '../../design/friend/friend.tsx';
import { SKYLINE_WIDTH } from '../../design/skyline-houses.ts';

const friends: { name: Friend; x: number; y: number; radius: number }[] = [
  { name: 'Lu', x: 984, y: 170, radius: 84 },
  { name: 'Sam', x: 1426, y: 160, radius: 88 },
  { name: 'Mia', x: 1296, y: 176, radius: 76 },
  { name: 'Jo', x: 1132, y: 190, radius: 112 },
];

/** Four heads above the roofs, like suns over the horizon, in the coordinates of the skyline in front of them. */
export function PeekingFriends() {
  return (
    <svg
      className="peeking-friends"
      viewBox={`0 -240 ${SKYLINE_WIDTH} 240`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {friends.map(({ name, x, y, radius }) => (
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
