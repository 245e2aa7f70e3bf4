import type { ReactNode } from 'react';

export interface Figure {
  name: string;
  /** undefined while it is loading. */
  text: string | undefined;
  note?: ReactNode;
}

/** A row of figures. */
export function FigureRow({ of }: { of: readonly Figure[] }) {
  return (
    <dl className="figures">
      {of.map(({ name, text, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figure">{text ?? <span className="pending" />}</dd>
          {note !== undefined && <dd className="note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
