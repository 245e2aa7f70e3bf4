import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  /** Makes a call. Only the answer to the latest one is shown. */
  run<Answered>(call: () => Promise<Answered>, show: (answered: Answered) => void): Promise<void>;
}

/**
 * Makes calls that need a right and perhaps a new code, and keeps the place until the code was entered.
 *
 * @param onRefused called when the admin lacks the right
 */
export function useGuardedCalls(send: DashboardProps['send'], onRefused: () => void): GuardedCalls {
  const [message, setMessage] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [repeat, setRepeat] = useState<() => void>();
  const latest = useRef(0);

  const run: GuardedCalls['run'] = async (call, show) => {
    const own = ++latest.current;
    setIsBusy(true);
    setMessage(undefined);
    setRepeat(undefined);
    try {
      const answered = await call();
      if (own === latest.current) show(answered);
    } catch (error) {
      if (own === latest.current) fail(error, () => void run(call, show));
    }
    if (own === latest.current) setIsBusy(false);
  };

  function fail(error: unknown, again: () => void): void {
    const failure = error instanceof CallFailure ? error : undefined;
    // A 403 may mean that the right is missing, which does not end the dashboard.
    const ended = failure?.status === 401 && refusalOf(failure.status);
    if (failure?.id === 'code-needed') setRepeat(() => again);
    else if (ended) send(ended);
    else if (failure?.status === 403) onRefused();
    else setMessage(failure?.sentence ?? analyticsErrors.noAnswer);
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
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
