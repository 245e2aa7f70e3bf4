import { seat } from '../../design/waitlist-texts.ts';

/**
 * Replaces the link to the form with a text of the same size. React does not hydrate this part of the page. The text's
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
