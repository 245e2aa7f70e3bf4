import { type ComponentProps, type ReactNode, useId } from 'react';
import { ActButton } from './act-button.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import type { Act, Acts } from './use-acts.ts';

interface PanelProps {
  title: ReactNode;
  /** Lines below the title. */
  notes?: readonly (ReactNode | undefined)[];
  /** At the end of the header. */
  tools?: ReactNode;
  className?: string;
  children?: ReactNode;
  section?: ComponentProps<'section'>;
  heading?: ComponentProps<'h2'>;
}

export function Panel(props: PanelProps) {
  const { title, notes = [], tools, className = '', children, section, heading } = props;
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id} {...section}>
      <header className="panel-header">
        <div>
          <h2 id={id} tabIndex={-1} {...heading}>
            {title}
          </h2>
          {notes.filter(Boolean).map((note, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their order
            <p key={n}>{note}</p>
          ))}
        </div>
        {tools}
      </header>
      {children}
    </section>
  );
}

interface Figure {
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

/** The button of a panel that needs a new code to be read. @param isRead whether it was read before */
export function LookButton({ acts, look, isRead }: { acts: Acts; look: Act; isRead: boolean }) {
  const act = isRead ? { ...look, name: dashboardTexts.refresh } : look;
  return <ActButton acts={acts} act={act} className={isRead ? 'key' : 'key key-main'} />;
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'ref'> {
  label: string;
  note?: string | undefined;
  /** Whether more than one line is typed. */
  isLong?: boolean;
  ref?: ComponentProps<'input'>['ref'];
}

export function Field({ label, note, isLong, ...input }: FieldProps) {
  const id = useId();
  const Input = isLong ? 'textarea' : 'input';
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Input
        className="input"
        autoComplete="off"
        {...(input as object)}
        id={id}
        aria-describedby={note && `${id}-note`}
      />
      {note && (
        <p className="note" id={`${id}-note`} aria-live="polite">
          {note}
        </p>
      )}
    </div>
  );
}
