import { decodeAll } from '../../../contract/damaged-links.ts';

/**
 * A chat or mail program may have damaged the token. The server repairs it.
 *
 * @param fragment as in `location.hash`: empty, or with its "#"
 */
export function tokenIn(fragment: string): string | undefined {
  return decodeAll(fragment.replace(/^#/, '')) || undefined;
}

/** The token of the link that opened the page. After `hideToken` and a reload it is in the state of the history. */
export function openedToken(): string | undefined {
  return tokenIn(location.hash || String(history.state?.fragment ?? ''));
}

/**
 * Removes the token from the address bar. Otherwise a member who shares the page's address, instead of the link for
 * friends, would share the token, with which other people could see the position and leave the waitlist.
 */
export function hideToken(): void {
  if (!location.hash) return;
  history.replaceState({ fragment: location.hash }, '', location.pathname);
}
