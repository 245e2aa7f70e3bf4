import { type ReactNode, useState } from 'react';

interface FigureProps {
  name: string;
  /** undefined while it is loading. */
  text: string | undefined;
  note?: ReactNode;
}

/** A figure of a strip, inside `<dl className="figures">`. A change is highlighted for a moment. */
export function Figure({ name, text, note }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figure">
        {text === undefined ? <span className="pending" /> : <Changing text={text} />}
      </dd>
      {note !== undefined && <dd className="note">{note}</dd>}
    </div>
  );
}

function Changing({ text }: { text: string }) {
  const [first] = useState(text);
  return (
    <span key={text} className={text === first ? undefined : 'has-changed'}>
      {text}
    </span>
  );
}
