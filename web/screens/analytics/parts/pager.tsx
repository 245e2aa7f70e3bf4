import { dashboardTexts } from './dashboard-texts.ts';

const { table: texts } = dashboardTexts;

interface PagerProps {
  label?: string;
  /** Which rows are shown. */
  range: string;
  isFirst: boolean;
  isLast: boolean;
  onPrevious: () => void;
  onNext: () => void;
}

/** Its buttons are never `disabled`: the pressed button would lose the focus on the first and the last page. */
export function Pager(props: PagerProps) {
  const { label = texts.pages, range, isFirst, isLast, onPrevious, onNext } = props;
  return (
    <nav className="pager" aria-label={label}>
      {/* Screen readers read this text in the status of `Performers`. */}
      <p aria-hidden="true">{range}</p>
      {!(isFirst && isLast) && (
        <>
          <button
            className="key"
            type="button"
            aria-disabled={isFirst}
            onClick={() => isFirst || onPrevious()}
          >
            {texts.previous}
          </button>
          <button
            className="key"
            type="button"
            aria-disabled={isLast}
            onClick={() => isLast || onNext()}
          >
            {texts.next}
          </button>
        </>
      )}
    </nav>
  );
}
