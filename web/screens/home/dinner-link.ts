import { dinnerLink, EMAIL_FIELD_ID } from '../../design/waitlist-texts.ts';

/**
 * After a sign-up: replaces the link to the form with a text of the same size. React does not hydrate this part of the
 * page. The text's styles are here, because the page's HTML is almost as large as budgets.spec.ts allows.
 */
export function replaceDinnerLink(): void {
  const link = document.querySelector<HTMLAnchorElement>(`.dinner [href="#${EMAIL_FIELD_ID}"]`);
  if (!link) return;
  link.removeAttribute('href');
  link.textContent = dinnerLink.joined;
  Object.assign(link.style, {
    background: 'none',
    boxShadow: 'none',
    color: 'inherit',
    cursor: 'auto',
  });
}
