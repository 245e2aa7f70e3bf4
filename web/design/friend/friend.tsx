/**
 * The four friends in the drawings; each has the same colour in every drawing. Apart from other drawings, because only
 * pages with a friend load the stylesheet of this folder.
 */
export type Friend = 'Mia' | 'Jo' | 'Sam' | 'Lu';

interface FriendProps {
  readonly name: Friend;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export function FriendDisc({ name, x, y, radius }: FriendProps) {
  return (
    <>
      <circle className={`friend-${name}`} cx={x} cy={y} r={radius} />
      <text className="friend-initial" x={x} y={Math.round(y + radius * 0.34)} fontSize={radius}>
        {name[0]}
      </text>
    </>
  );
}
