import type { ReactNode } from 'react';

interface TableProps {
  /** For screen readers. */
  caption: string;
  /** A title, or a whole cell, for each column. */
  head: readonly (string | ReactNode)[];
  /** Whether other rows are requested. */
  isBehind?: boolean;
  /** On a small screen each row has two lines, the first one for the name, so that nothing scrolls sideways. */
  hasTwoLines?: boolean;
  children: ReactNode;
}

/** A table whose first column is a name. If it is wider than its panel, it scrolls, and a shadow shows that it goes on. */
export function Table({ caption, head, isBehind = false, hasTwoLines, children }: TableProps) {
  return (
    <div className="table-box">
      <table className={hasTwoLines ? 'table two-lines' : 'table'} aria-busy={isBehind}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {head.map((title) =>
              typeof title === 'string' ? (
                <th key={title} scope="col">
                  {title}
                </th>
              ) : (
                title
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
