import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { type BrowserCall, CallFailure, fetchFile } from '../../../call-api.ts';
import { useDashboard } from './dashboard-context.ts';
import { actTexts as texts } from './dashboard-texts.ts';

/**
 * What a button of the dashboard does. A component makes its acts at each render, so that an act does what
 * its button says at the moment of the press.
 */
export interface Act<Answered = unknown> {
  /** The text of its button: what is done, and to what. */
  readonly name: string;
  /** Asked before the act. */
  readonly question?: string;
  call(): Promise<Answered>;
  /** Shows the answer. @returns a sentence about what was done, unless the panel shows it in another way */
  show(answered: Answered): string | undefined;
  /**
   * Said if there was no answer: that it is not known whether it was done, and how to see it. Without it, the act only
   * reads, and a later one may replace it.
   */
  readonly lost?: string;
  /** Reads what the panel shows, because the act was refused with this sentence: others have changed it. */
  refresh?(refusal: string | undefined): Promise<void>;
}

/** The answers that say that what the admin saw is not there any more, or has changed. */
const CHANGED = [404, 409];

/** The acts of one panel of the dashboard. */
export interface Acts {
  /** What the last act said. */
  readonly said: string | undefined;
  readonly say: Dispatch<string | undefined>;
  readonly isBusy: boolean;
  /** The act whose question, or form for a new code, is open. */
  readonly open: Open | undefined;
  readonly setOpen: Dispatch<Open | undefined>;
  /** Asks the question of the act, or begins it. */
  press(act: Act): void;
  /** Begins an act without its question. A press while an act is in progress does nothing. */
  begin(act: Act): void;
  /** Reads without a press, unless an answer is awaited. If a code is needed, it is said, and not asked for. */
  read(act: Act): void;
}

export interface Open {
  readonly act: Act;
  readonly needsCode?: boolean;
}

export function useActs(): Acts {
  const { send } = useDashboard();
  const [said, say] = useState<string>();
  const [open, setOpen] = useState<Open>();
  const [isBusy, setIsBusy] = useState(false);
  const awaited = useRef<Act>(undefined);

  function press(act: Act): void {
    if (awaited.current?.lost) return;
    say(undefined);
    if (act.question) setOpen({ act });
    else begin(act);
  }

  function begin(act: Act): void {
    if (awaited.current?.lost) return;
    say(undefined);
    setIsBusy(true);
    const needCode: Acts['say'] = (sentence) => {
      // Another panel may have opened its dialog since.
      if (!open && document.querySelector('dialog')) say(sentence);
      else setOpen({ act, needsCode: true });
    };
    void perform(act, needCode, () => setOpen(undefined));
  }

  function read(act: Act): void {
    if (!awaited.current) void perform(act, say, () => {});
  }

  /** A later read replaces an earlier one, whose answer is ignored. */
  async function perform(act: Act, needCode: Acts['say'], close: () => void): Promise<void> {
    awaited.current = act;
    let finish: () => void;
    try {
      const answered = await act.call();
      finish = () => {
        close();
        // An earlier read had no answer.
        say((before) => (before === texts.unread ? undefined : before));
        const sentence = act.show(answered);
        if (sentence) say(sentence);
      };
    } catch (error) {
      if (error instanceof CallFailure && CHANGED.includes(error.status ?? 0))
        await act.refresh?.(error.sentence).catch(() => {});
      finish = () => fail(act, error, needCode, close);
    }
    if (awaited.current !== act) return;
    awaited.current = undefined;
    setIsBusy(false);
    finish();
  }

  function fail(
    { lost = texts.unread }: Act,
    error: unknown,
    needCode: Acts['say'],
    close: () => void,
  ): void {
    const { id, status, sentence } = error instanceof CallFailure ? error : {};
    if (id !== 'code-needed') close();
    if (id === 'code-needed') needCode(sentence);
    else if (status === 403) send({ type: 'right-lost' });
    else if (status === 401) {
      // Seen only if a new code has replaced the session meanwhile.
      say(lost);
      send({ type: 'session-ended' });
    } else say(sentence ?? lost);
  }

  return { said, say, isBusy, open, setOpen, press, begin, read };
}

interface Read<Shown> {
  /** undefined until it was read. */
  shown: Shown | undefined;
  setShown: Dispatch<SetStateAction<Shown | undefined>>;
  /** The act of a button that reads it. */
  look: Act<Shown>;
  /** For acts that were refused because others have changed it. */
  refresh(): Promise<void>;
}

/**
 * What a panel shows: read when it opens, if the session may see it without a new code, and again at each refresh.
 *
 * @param name of the button that reads it
 */
export function useRead<Shown>(acts: Acts, name: string, call: () => Promise<Shown>): Read<Shown> {
  const { refreshes } = useDashboard();
  const [shown, setShown] = useState<Shown>();
  const look: Act<Shown> = { name, call, show: (now) => void setShown(now) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refreshes` says when
  useEffect(() => acts.read(look), [refreshes]);
  return { shown, setShown, look, refresh: async () => setShown(await call()) };
}

/** Loads a file whole, and saves it as the browser's own download would. */
export function downloadOf(
  name: string,
  call: BrowserCall<undefined, unknown>,
  fileName: string,
): Act<Blob> {
  return {
    name,
    call: () => fetchFile(call),
    show(file) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = fileName;
      link.click();
      // A browser may begin to read only after the click.
      setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS);
      return texts.downloaded;
    },
    lost: texts.cut,
  };
}
