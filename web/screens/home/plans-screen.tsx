import { type Friend, FriendDisc } from '../../design/friend/friend.tsx';
import { Phone } from './phone.tsx';

const replies: { name: Friend; text: string; width: number }[] = [
  { name: 'Sam', text: 'in!', width: 54 },
  { name: 'Mia', text: 'on my way', width: 116 },
  { name: 'Lu', text: 'yes please', width: 118 },
];

/** A plan: a picture with one line of text, and the answers below. */
export function PlansScreen() {
  return (
    <Phone friends={[{ name: 'Jo', x: 170, y: 8, radius: 100 }]}>
      <path className="phone-night" d="M0 0h272v572H0z" />
      <g className="snap">
        <rect className="snap-sky" x="22" y="62" width="228" height="290" rx="22" />
        <circle className="snap-sun" cx="136" cy="242" r="58" />
        <path
          className="snap-roofs"
          d="M22 262h40v-30h34v24h24l24-30 24 30v20h34v-22h48v78a20 20 0 0 1-20 20H42a20 20 0 0 1-20-20z"
        />
        <path className="snap-band" d="M22 112h228v48H22z" />
        <text className="snap-text centred bold" x="136" y="142">
          eat out, all of us?
        </text>
      </g>
      {replies.map(({ name, text, width }, index) => (
        <g key={name} className="reply">
          <FriendDisc name={name} x={42} y={392 + index * 58} radius={22} />
          <rect className="bubble" x="74" y={371 + index * 58} width={width} height="42" rx="21" />
          <text className="centred" x={74 + width / 2} y={398 + index * 58}>
            {text}
          </text>
        </g>
      ))}
    </Phone>
  );
}
