import { createContext, type RefObject, use, useEffect, useId, useRef, useState } from 'react';
import { CallFailure } from '../../../call-api.ts';
import { type DashboardProps, refusalOf } from '../analytics-event.ts';
import { actTexts as texts } from './act-texts.ts';

/**
 * What a button of the dashboard does. A component builds its acts anew whenever it renders, so that an act always
 * does what its button says at the moment of the press. No call is kept to be repeated after a code.
 */
export interface Act<Answered = unknown> {
  /** Stays the same while the button is there, also if its name changes. */
  readonly id: string;
  /** The text of its button: what is done, and to what. */
  readonly name: string;
  /** Asked before the act. */
  readonly question?: string;
  call(): Promise<Answered>;
  /** Shows the answer. @returns a sentence about what was done, unless the part shows it in another way */
  show(answered: Answered): string | undefined;
  /**
   * Said if there was no answer: that it is not known whether it was done, and how to see it. Without it, the act only
   * reads, and a later one may replace it.
   */
  readonly lost?: string;
  /** Reads what the part shows, because the act was refused with this sentence: others have changed it. */
  refresh?(refusal: string | undefined): Promise<void>;
}

/** The answers that say that what the admin saw is not there any more, or has changed. */
const CHANGED = [404, 409];

/** The acts of one part of the dashboard, such as a panel or a row. */
export interface Acts {
  /** What the last act said. */
  readonly said: string | undefined;
  readonly say: (sentence: string | undefined) => void;
  readonly isBusy: boolean;
  /** The act whose question, or form for a new code, is open. */
  readonly open: { readonly id: string; readonly needsCode: boolean } | undefined;
  /** The pressed button, which gets the focus back. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Asks the question of the act, or begins it. */
  press(act: Act, button?: HTMLElement | null): void;
  /** Begins an act without its question. A press while an act is in progress does nothing. */
  begin(act: Act): void;
  /** Reads again without a press, and so never asks for a code. */
  read(act: Act): void;
  /** As `read`, but says nothing if a code is needed: the button that reads is still there. */
  readUnasked(act: Act): void;
  close(): void;
  /** Called after a new code was entered. @param act if its button is still there */
  renewed(act: Act | undefined): void;
}

/** For all parts: one question or form for a code is open in the whole dashboard. */
export interface ActsOfDashboard extends DashboardProps {
  /** The part whose button was pressed last. */
  last: string | undefined;
  setLast(part: string): void;
  /** The last call for a new code, or with one, which may replace the session. */
  readonly renewal: RefObject<Promise<unknown> | undefined>;
  /** Called when the admin lacks the right. */
  onRefused(): void;
}

export const ActsContext = createContext<ActsOfDashboard | undefined>(undefined);

export function useActsOfDashboard(): ActsOfDashboard {
  const found = use(ActsContext);
  if (!found) throw new Error('Acts need the dashboard around them.');
  return found;
}

/**
 * @param within the part that says what the acts of this one have done, as this one may disappear
 * @param onRefused instead of the one of the dashboard
 */
export function useActs(within?: Acts, onRefused?: () => void): Acts {
  const dashboard = useActsOfDashboard();
  const { last, setLast } = dashboard;
  const part = useId();
  const [said, setSaid] = useState<string>();
  const [open, setOpen] = useState<Acts['open']>();
  const [isBusy, setIsBusy] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const awaited = useRef<Act>(undefined);
  const say = within?.say ?? setSaid;

  const isLast = useRef(false);
  useEffect(() => {
    isLast.current = last === part;
    if (isLast.current) return;
    setSaid(undefined);
    setOpen(undefined);
  }, [last, part]);

  function press(act: Act, button?: HTMLElement | null): void {
    if (awaited.current?.lost) return;
    opener.current = button ?? (document.activeElement as HTMLElement);
    setLast(part);
    say(undefined);
    if (act.question) setOpen({ id: act.id, needsCode: false });
    else begin(act);
  }

  function begin(act: Act): void {
    if (awaited.current?.lost) return;
    say(undefined);
    void perform(act, (sentence) => {
      if (isLast.current) setOpen({ id: act.id, needsCode: true });
      // The form would close the one of the button that was pressed since.
      else say(sentence);
    });
  }

  function read(act: Act): void {
    if (!awaited.current?.lost) void perform(act, say);
  }

  function readUnasked(act: Act): void {
    if (!awaited.current) void perform(act, () => {});
  }

  /** A later read replaces an earlier one, whose answer is ignored. */
  async function perform(act: Act, needCode: (sentence: string | undefined) => void) {
    awaited.current = act;
    setIsBusy(true);
    let finish: () => void;
    try {
      const answered = await act.call();
      finish = () => {
        setOpen(undefined);
        const sentence = act.show(answered);
        if (sentence) say(sentence);
      };
    } catch (error) {
      if (error instanceof CallFailure && CHANGED.includes(error.status ?? 0))
        await act.refresh?.(error.sentence).catch(() => {});
      finish = () => fail(act, error, needCode);
    }
    if (awaited.current !== act) return;
    awaited.current = undefined;
    setIsBusy(false);
    finish();
  }

  function fail(
    { lost }: Act,
    error: unknown,
    needCode: (sentence: string | undefined) => void,
  ): void {
    const failure = error instanceof CallFailure ? error : undefined;
    if (failure?.id !== 'code-needed') setOpen(undefined);
    // A 403 may mean that the right is missing, which does not end the dashboard.
    const ended = failure?.status === 401 && refusalOf(failure.status);
    if (failure?.id === 'code-needed') needCode(failure.sentence);
    else if (ended) {
      // Seen only if a new code has replaced the session meanwhile.
      say(lost ?? texts.unread);
      dashboard.send(ended);
    } else if (failure?.status === 403) (onRefused ?? dashboard.onRefused)();
    else say(failure?.sentence ?? lost ?? texts.unread);
  }

  const close = () => setOpen(undefined);
  function renewed(act: Act | undefined): void {
    setOpen(act?.question ? { id: act.id, needsCode: false } : undefined);
    say(texts.renewed);
  }

  // Already before the effect, so that never two questions are open.
  const shown = last === part ? open : undefined;
  return {
    said,
    say,
    isBusy,
    open: shown,
    opener,
    press,
    begin,
    read,
    readUnasked,
    close,
    renewed,
  };
}
