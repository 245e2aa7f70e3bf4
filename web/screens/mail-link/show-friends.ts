import { MOST_FRIENDS } from './friends-windows.ts';

/** Lights a window of the visitor's house for each friend (your-house.css). */
export function showFriends(friends: number): void {
  document.documentElement.dataset['friends'] = String(Math.min(friends, MOST_FRIENDS));
}
