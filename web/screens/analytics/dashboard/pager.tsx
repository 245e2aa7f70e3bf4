import { dashboardTexts } from './dashboard-texts.ts';
import { formatCount } from './numbers.ts';
import { ROWS_PER_PAGE } from './use-figures.ts';

const { table: texts } = dashboardTexts;

interface PagerProps {
  page: number;
  /** The number of rows on all pages. */
  matching: number;
  onTurn: (page: number) => void;
}

export function Pager({ page, matching, onTurn }: PagerProps) {
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  const last = Math.min(page * ROWS_PER_PAGE, matching);
  return (
    <nav className="pager" aria-label={texts.pages}>
      <p role="status">
        {texts.range(formatCount(first), formatCount(last), formatCount(matching))}
      </p>
      {matching > ROWS_PER_PAGE && (
        <>
          <button
            className="key"
            type="button"
            disabled={page === 1}
            onClick={() => onTurn(page - 1)}
          >
            {texts.previous}
          </button>
          <button
            className="key"
            type="button"
            disabled={last === matching}
            onClick={() => onTurn(page + 1)}
          >
            {texts.next}
          </button>
        </>
      )}
    </nav>
  );
}
