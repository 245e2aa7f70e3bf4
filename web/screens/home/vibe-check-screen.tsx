import { type Friend, FriendDisc } from '../../design/friend/friend.tsx';
import { Phone } from './phone.tsx';

interface FreeFriend {
  readonly name: Friend;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly vibe: string;
  readonly bubble: { readonly x: number; readonly y: number; readonly width: number };
}

const free: FreeFriend[] = [
  {
    name: 'Lu',
    x: 62,
    y: 330,
    radius: 36,
    vibe: 'low-key',
    bubble: { x: 104, y: 336, width: 84 },
  },
  {
    name: 'Mia',
    x: 84,
    y: 206,
    radius: 48,
    vibe: 'so hungry',
    bubble: { x: 124, y: 150, width: 104 },
  },
  {
    name: 'Sam',
    x: 196,
    y: 258,
    radius: 42,
    vibe: 'anything!',
    bubble: { x: 152, y: 294, width: 100 },
  },
];

/** Friends who are free are above the horizon, like suns; friends who are busy are below the horizon. */
export function VibeCheckScreen() {
  return (
    <Phone friends={[{ name: 'Jo', x: 150, y: 26, radius: 104 }]}>
      <path className="phone-sky" d="M0 0h272v572H0z" />
      <text className="phone-title" x="26" y="94">
        Who’s up?
      </text>
      <text x="26" y="120">
        3 friends are free
      </text>
      <path className="busy" d="M30 410a30 30 0 0 1 60 0zM176 410a36 36 0 0 1 72 0z" />
      {free.map(({ vibe, bubble, ...friend }) => (
        <g key={friend.name} className="rising">
          <FriendDisc {...friend} />
          <rect
            className="bubble"
            x={bubble.x}
            y={bubble.y}
            width={bubble.width}
            height="32"
            rx="16"
          />
          <text className="centred" x={bubble.x + bubble.width / 2} y={bubble.y + 22}>
            {vibe}
          </text>
        </g>
      ))}
      <path className="phone-ground" d="M0 410h272v162H0z" />
      <text className="on-ground" x="26" y="446">
        Kai is at work
      </text>
      <text className="on-ground" x="26" y="474">
        Noor is on a train
      </text>
      <rect className="phone-button" x="22" y="498" width="228" height="50" rx="25" />
      <text className="centred bold" x="136" y="529">
        Make a plan
      </text>
    </Phone>
  );
}
