import { decodeAll } from '../../../contract/damaged-links.ts';
import { LEAVE_FRAGMENT } from '../../../contract/mail.ts';

/** Which link of a letter opened the page. */
export type LetterLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'open' | 'leave'; readonly token: string };

const LEAVE = new RegExp(`^[^\\p{L}\\p{N}]*${LEAVE_FRAGMENT}`, 'u');

/**
 * The server repairs a token that was damaged on its way.
 *
 * @param fragment as in `location.hash`: empty, or with its "#"
 */
export function readLetterLink(fragment: string): LetterLink {
  const text = decodeAll(fragment.replace(/^#/, ''));
  const token = text.replace(LEAVE, '');
  if (token === '') return { kind: 'none' };
  return { kind: LEAVE.test(text) ? 'leave' : 'open', token };
}

/** The link that opened the page. After `hideToken` and a reload it is read from the state of the history. */
export function openedLink(): LetterLink {
  const link = readLetterLink(location.hash);
  const hidden: unknown = history.state?.fragment;
  return link.kind === 'none' && typeof hidden === 'string' ? readLetterLink(hidden) : link;
}

/**
 * Removes the token from the address bar. Otherwise a member who shares the page's address, instead of the link for
 * friends, would share the token, with which other people could see the position and leave the waitlist.
 */
export function hideToken(): void {
  if (!location.hash) return;
  history.replaceState({ fragment: location.hash }, '', location.pathname);
}
