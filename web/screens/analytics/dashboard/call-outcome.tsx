import { type RefObject, useEffect } from 'react';
import type { DashboardProps } from '../analytics-event.ts';
import { FreshCode } from './fresh-code.tsx';
import type { GuardedCalls } from './use-guarded-calls.ts';

interface OutcomeProps extends DashboardProps {
  calls: GuardedCalls;
  /** Gets the focus when the form for a code is gone. */
  heading: RefObject<HTMLElement | null>;
}

/** What the last call said, and the form for a new code if it needs one. */
export function CallOutcome({ calls: { message, repeat }, heading, ...props }: OutcomeProps) {
  useEffect(() => {
    if (!repeat) return;
    return () => {
      if (document.activeElement === document.body) heading.current?.focus();
    };
  }, [repeat, heading]);
  return (
    <>
      <p className={message ? 'waves-message' : 'unseen'} role="status">
        {message}
      </p>
      {repeat && <FreshCode {...props} onDone={repeat} />}
    </>
  );
}
