import { seat } from '../../design/waitlist-texts.ts';

/**
 * Replaces the link to the form by a text with the same size. The link is not part of what React hydrates, and its new
 * styles are here, because the page's HTML is almost as large as budgets.spec.ts allows.
 */
export function showSavedSeat(): void {
  const link = document.querySelector<HTMLAnchorElement>('.dinner .button');
  if (!link) return;
  link.removeAttribute('href');
  link.textContent = seat.joined;
  Object.assign(link.style, {
    background: 'none',
    boxShadow: 'none',
    color: 'inherit',
    cursor: 'auto',
  });
}
