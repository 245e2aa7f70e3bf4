import { type Dispatch, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { CallFailure } from '../../../call-api.ts';
import { type DashboardProps, refusalOf } from '../analytics-event.ts';
import { analyticsErrors } from '../analytics-texts.ts';

export interface GuardedCalls {
  /** What the last call said. */
  message: string | undefined;
  setMessage: (message: string | undefined) => void;
  isBusy: boolean;
  /** Repeats the call that waits for a new code; undefined if none does. */
  repeat: (() => void) | undefined;
  /**
   * Makes a call. Only the answer to the latest one is shown.
   *
   * @param unanswered said if there was no answer of the site
   */
  run<Answered>(
    call: () => Promise<Answered>,
    show: (answered: Answered) => void,
    unanswered?: string,
  ): Promise<void>;
}

/** The part of a panel that made the last call. When a part begins a call, the other parts remove their messages. */
export type LastCall = [last: { by: string } | undefined, begin: Dispatch<{ by: string }>];

/**
 * Makes calls that need a right and perhaps a new code. After the code was entered, `repeat` makes the call again.
 *
 * @param onRefused called when the admin lacks the right
 * @param lastCall shared by the parts of a panel
 */
export function useGuardedCalls(
  send: DashboardProps['send'],
  onRefused: () => void,
  [last, begin]: LastCall | [] = [],
): GuardedCalls {
  const id = useId();
  const [message, setMessage] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [repeat, setRepeat] = useState<() => void>();
  const latest = useRef(0);

  useEffect(() => {
    if (last && last.by !== id) setMessage(undefined);
  }, [last, id]);

  const run: GuardedCalls['run'] = async (call, show, unanswered = analyticsErrors.noAnswer) => {
    const own = ++latest.current;
    begin?.({ by: id });
    setIsBusy(true);
    setMessage(undefined);
    setRepeat(undefined);
    try {
      const answered = await call();
      if (own === latest.current) show(answered);
    } catch (error) {
      const again = () => void run(call, show, unanswered);
      if (own === latest.current) fail(error, unanswered, again);
    }
    if (own === latest.current) setIsBusy(false);
  };

  function fail(error: unknown, unanswered: string, again: () => void): void {
    const failure = error instanceof CallFailure ? error : undefined;
    // A 403 may mean that the right is missing, which does not end the dashboard.
    const ended = failure?.status === 401 && refusalOf(failure.status);
    if (failure?.id === 'code-needed') setRepeat(() => again);
    else if (ended) send(ended);
    else if (failure?.status === 403) onRefused();
    else setMessage(failure?.sentence ?? unanswered);
  }

  return { message, setMessage, isBusy, repeat, run };
}

/** Focuses the heading when data are shown instead of the button or form that had the focus. */
export function useFocusOnceShown(isShown: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isShown && document.activeElement === document.body) heading.current?.focus();
  }, [isShown]);
  return heading;
}

/** Reads again what a panel shows when another panel has moved people. */
export function useMoves(moves: number, readAgain: (() => void) | undefined): void {
  const read = useEffectEvent(() => readAgain?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after moves
  useEffect(() => read(), [moves]);
}

/** Saves a file that was loaded whole, as the browser's own download would. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // A browser may begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS);
}
