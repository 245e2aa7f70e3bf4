import type { ReactNode } from 'react';
import type { Friend } from '../../design/friend/friend.tsx';

export interface PeekingFriend {
  readonly name: Friend;
  /** The centre and the size of the head; the phone's upper edge is y = 0. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

interface PhoneProps {
  readonly friends: readonly PeekingFriend[];
  readonly children: ReactNode;
}

/**
 * A drawing of a phone, 300 x 600, with a screen of 272 x 572 and friends who look over its upper edge. The drawing is
 * hidden from screen readers, because the text beside it describes the scene.
 */
export function Phone({ friends, children }: PhoneProps) {
  return (
    <svg className="phone" viewBox="-37.5 -120 375 720" aria-hidden="true">
      {friends.map((friend) => (
        <Head key={friend.name} {...friend} />
      ))}
      <svg x="14" y="14" width="272" height="572" aria-hidden="true">
        {children}
      </svg>
      {/* Drawn last: the frame's round corners cover the screen's square corners. */}
      <rect className="phone-frame" x="7" y="7" width="286" height="586" rx="42" />
      <rect x="112" y="26" width="76" height="20" rx="10" />
      <path className="fingers" d="M-6 356h14M-8 388h17M-8 420h17M-6 452h13M306 366l-16 22" />
    </svg>
  );
}

function Head({ name, x, y, radius }: PeekingFriend) {
  const apart = Math.round(radius * 0.3);
  const top = Math.round(y - radius * 0.42);
  const height = Math.round(radius * 0.1);
  return (
    <g className="head">
      <circle className={`friend-${name}`} cx={x} cy={y} r={radius} />
      <path
        className="eyes"
        d={`M${x - apart} ${top}v${height}m${2 * apart} 0v-${height}`}
        strokeWidth={Math.round(radius * 0.15)}
      />
    </g>
  );
}
