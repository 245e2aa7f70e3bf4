import type { Corner } from '../../design/houses.ts';

/**
 * The other windows of the visitor's house in the skyline, in the order in which friends light them. The coordinates
 * are those of the terrace, on which `Skyline` draws its children.
 */
export const friendsWindows: readonly Corner[] = [
  { x: 215, y: -20 },
  { x: 193, y: -46 },
  { x: 215, y: -46 },
  { x: 193, y: 6 },
  { x: 215, y: 6 },
  { x: 193, y: 32 },
  { x: 215, y: 32 },
];

const MOST_FRIENDS = friendsWindows.length;

/** Lights a window of the visitor's house for each friend (your-house.css). */
export function showFriends(friends: number): void {
  document.documentElement.dataset['friends'] = String(Math.min(friends, MOST_FRIENDS));
}
