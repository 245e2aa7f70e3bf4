import type { ReactNode } from 'react';
import { type Friend, FriendDisc } from '../../design/friend/friend.tsx';
import { Taco } from '../../design/icons.tsx';
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

/** What the restaurants of the Dinder scene cook, drawn around 0, 0 and about 160 wide. */
function Pizza() {
  return (
    <>
      <path className="crust" d="M-74-50Q0-88 74-50l-8 22H-66z" />
      <path className="cheese" d="M-66-30Q0-62 66-30L0 92z" />
      <path className="salami" d="M-22-12h0M22-16h0M0 30h0" />
    </>
  );
}

function Ramen() {
  return (
    <>
      <path className="chopsticks" d="M-6-14 58-82M10-14 78-74" />
      <path
        className="noodles"
        d="M-62-10q0-22 22-22t22 22M-32-10q0-30 26-30T20-10M6-10q0-22 24-22t24 22"
      />
      <path className="tomato" d="M-84-12H84q0 76-60 84H-24q-60-8-60-84z" />
    </>
  );
}
