import type { ReactNode } from 'react';
import { type Friend, FriendDisc } from '../../design/friend/friend.tsx';
import { Taco } from '../../design/taco.tsx';
import { Pizza, Ramen } from './dishes.tsx';
import { type PeekingFriend, Phone } from './phone.tsx';

const friends: PeekingFriend[] = [
  { name: 'Lu', x: 34, y: 26, radius: 62 },
  { name: 'Sam', x: 268, y: 20, radius: 66 },
  { name: 'Jo', x: 110, y: 2, radius: 76 },
  { name: 'Mia', x: 196, y: 18, radius: 70 },
];
const matched: Friend[] = ['Lu', 'Jo', 'Mia', 'Sam'];

/** Two restaurants are swiped away, and all four friends like the third. */
export function DinderScreen() {
  return (
    <Phone friends={friends}>
      <path className="phone-paper" d="M0 0h272v572H0z" />
      <text className="phone-title" x="26" y="94">
        Dinder
      </text>
      <Card className="card" name="Taco Sol" minutes={6} dish={<Taco />} />
      <Card className="card card-no" name="Nonna’s" minutes={9} dish={<Pizza />} />
      <Card className="card card-maybe" name="Slurp" minutes={4} dish={<Ramen />} />
      <g className="match">
        <rect className="match-banner" x="16" y="430" width="240" height="122" rx="26" />
        <text className="match-title centred" x="136" y="470">
          It’s a match!
        </text>
        {matched.map((name, index) => (
          <FriendDisc key={name} name={name} x={70 + 44 * index} y={512} radius={20} />
        ))}
      </g>
    </Phone>
  );
}

interface CardProps {
  readonly className: string;
  readonly name: string;
  readonly minutes: number;
  readonly dish: ReactNode;
}

function Card({ className, name, minutes, dish }: CardProps) {
  return (
    <g className={className}>
      <rect x="28" y="118" width="216" height="290" rx="24" />
      <g transform="translate(136 226)">{dish}</g>
      <text className="card-name" x="50" y="356">
        {name}
      </text>
      <text x="50" y="384">{`${minutes} minutes away`}</text>
    </g>
  );
}
