import { dashboardTexts } from './dashboard-texts.ts';
import { formatCount } from './numbers.ts';
import { ROWS_PER_PAGE } from './use-figures.ts';
import type { View } from './view-in-address.ts';

const { table: texts } = dashboardTexts;

interface PagerProps {
  shown: View;
  /** The number of rows on all pages. */
  matching: number;
  onTurn: (page: number) => void;
}

/** @returns which rows of how many are shown, and for which search, as a text */
export function rangeOf({ page, search }: View, matching: number): string {
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  const last = lastRowOf(page, matching);
  const range = texts.range(formatCount(first), formatCount(last), formatCount(matching));
  return search.trim() === '' ? range : texts.rangeFor(range, search.trim());
}

function lastRowOf(page: number, matching: number): number {
  return Math.min(page * ROWS_PER_PAGE, matching);
}

/** Its buttons are never `disabled`: the pressed button would lose the focus on the first and the last page. */
export function Pager({ shown, matching, onTurn }: PagerProps) {
  const { page } = shown;
  const last = lastRowOf(page, matching);
  return (
    <nav className="pager" aria-label={texts.pages}>
      {/* Screen readers read this text in the status of `Performers`. */}
      <p aria-hidden="true">{rangeOf(shown, matching)}</p>
      {matching > ROWS_PER_PAGE && (
        <>
          <button
            className="key"
            type="button"
            aria-disabled={page === 1}
            onClick={() => page > 1 && onTurn(page - 1)}
          >
            {texts.previous}
          </button>
          <button
            className="key"
            type="button"
            aria-disabled={last === matching}
            onClick={() => last < matching && onTurn(page + 1)}
          >
            {texts.next}
          </button>
        </>
      )}
    </nav>
  );
}
