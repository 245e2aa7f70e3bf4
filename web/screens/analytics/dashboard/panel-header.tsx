import type { ReactNode, RefObject } from 'react';

interface PanelHeaderProps {
  /** Of the heading, for `aria-labelledby` of the panel. */
  id: string;
  heading: RefObject<HTMLHeadingElement | null>;
  title: string;
  isBusy: boolean;
  /** Whether the panel was read before. */
  isRead: boolean;
  show: string;
  again: string;
  onLook(): void;
  /** Paragraphs below the title. */
  children: ReactNode;
}

/** Of a panel that reads nothing before its button is pressed, because its figures need a new code. */
export function PanelHeader(props: PanelHeaderProps) {
  const { id, heading, title, isBusy, isRead, show, again, onLook, children } = props;
  return (
    <header className="panel-header">
      <div>
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <button
        className={isRead ? 'key' : 'key key-main'}
        type="button"
        aria-disabled={isBusy}
        onClick={() => onLook()}
      >
        {isRead ? again : show}
      </button>
    </header>
  );
}
