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

interface AsideProps {
  title: string;
  subtitle: string;
  /** Names and counts. */
  of: readonly (readonly [name: string, count: string])[];
  children?: ReactNode;
}

/** Figures that are worth a line below the panels. */
export function Aside({ title, subtitle, of, children }: AsideProps) {
  return (
    <section className="aside">
      <h2>{title}</h2>
      <p>{subtitle}</p>
      <dl>
        {of.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
