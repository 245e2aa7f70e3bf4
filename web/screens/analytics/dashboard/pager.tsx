import { dashboardTexts } from './dashboard-texts.ts';

const { table: texts } = dashboardTexts;

interface PagerProps {
  /** Which rows are shown. */
  range: string;
  page: number;
  rowsPerPage: number;
  /** The number of rows on all pages. */
  matching: number;
  onTurn: (page: number) => void;
}

/** Its buttons are never `disabled`: the pressed button would lose the focus on the first and the last page. */
export function Pager({ range, page, rowsPerPage, matching, onTurn }: PagerProps) {
  const isLast = page * rowsPerPage >= matching;
  return (
    <nav className="pager" aria-label={texts.pages}>
      {/* Screen readers read this text in the status of `Performers`. */}
      <p aria-hidden="true">{range}</p>
      {matching > rowsPerPage && (
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
            aria-disabled={isLast}
            onClick={() => isLast || onTurn(page + 1)}
          >
            {texts.next}
          </button>
        </>
      )}
    </nav>
  );
}
