import { type ReactNode, useEffect } from 'react';
import { ActButton } from './act-button.tsx';
import type { Act, Acts } from './use-acts.ts';

/** The first part of a panel's header. */
export function PanelTitle(props: { id: string; title: string; subtitle: string }) {
  return (
    <div>
      <h2 id={props.id}>{props.title}</h2>
      <p>{props.subtitle}</p>
    </div>
  );
}

interface PanelHeaderProps {
  /** Of the heading, for `aria-labelledby` of the panel. */
  id: string;
  title: string;
  acts: Acts;
  /** Reads the panel. */
  look: Act;
  /** Whether the panel was read before. */
  isRead: boolean;
  /** Paragraphs below the title. */
  children: ReactNode;
}

/** Of a panel whose figures need a new code. While the session has one, the panel reads them when it opens. */
export function PanelHeader({ id, title, acts, look, isRead, children }: PanelHeaderProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the panel opens
  useEffect(() => acts.readUnasked(look), []);
  return (
    <header className="panel-header">
      <div>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <ActButton acts={acts} act={look} className={isRead ? 'key' : 'key key-main'} />
    </header>
  );
}
