import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { Mark } from '../../../../contract/schemas/marks.ts';
import { addNote, getAnalyticsVersion, removeNote } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { useDraft } from '../kept-drafts.ts';
import { Confirmation } from './confirmation.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { sentencesOf } from './marks.ts';
import { type NewNote, NoteForm } from './note-form.tsx';
import { formatCount, formatLongDay } from './numbers.ts';
import { useGuardedCalls } from './use-guarded-calls.ts';

const { marks: texts, noRight } = dashboardTexts;
/** As in `marks.css`. More are shown after a press, and on paper. */
const SHOWN = 6;
const noNote: NewNote = { day: '', words: '' };

export interface MarksListProps extends DashboardProps {
  marks: readonly Mark[];
  mayWrite: boolean;
  /** The day, or hour, that is chosen in the chart. */
  chosen: string | undefined;
  /** The days, or hours, of the chart. */
  days: readonly { readonly day: string }[];
}

/** What happened on the days of the chart, the newest first, and the team's notes, which are written here. */
export function MarksList({ userId, send, marks, mayWrite, chosen, days }: MarksListProps) {
  const queries = useQueryClient();
  const id = useId();
  const [draft, setDraft] = useDraft(userId, 'note', noNote);
  const [isWriting, setIsWriting] = useState(draft.words !== '');
  const [asked, setAsked] = useState<{ note: number; button: HTMLButtonElement }>();
  const [areAllShown, setAreAllShown] = useState(false);
  const write = useRef<HTMLButtonElement>(null);
  const calls = useGuardedCalls(send, () => calls.setMessage(noRight));
  const { message, setMessage, isBusy, run } = calls;
  const first = days[0]?.day;
  useEffect(() => {
    if (first) setMessage(undefined);
  }, [first, setMessage]);
  if (marks.length === 0 && !mayWrite) return null;

  // The same change may be made twice on a day, and undone in between.
  const rows = new Map(
    marks.map((mark) => [`${mark.day} ${mark.note?.id} ${sentencesOf(mark).join()}`, mark]),
  );

  /** The other version of the figures then loads the marks again. */
  const readAgain = () =>
    queries.invalidateQueries({ queryKey: [getAnalyticsVersion.path, userId] });

  function add(note: NewNote): void {
    const isShown = days.some(({ day }) => day.startsWith(note.day));
    void run(
      () => callApi(addNote, note),
      () => {
        discard();
        setMessage(isShown ? texts.saved : texts.savedElsewhere);
        void readAgain();
      },
    );
  }

  function close(): void {
    setIsWriting(false);
    write.current?.focus();
  }

  function discard(): void {
    setDraft(() => noNote);
    close();
  }

  function remove(note: number): void {
    void run(
      () => callApi(removeNote, { note }),
      () => {
        setAsked(undefined);
        write.current?.focus();
        setMessage(texts.removed);
        void readAgain();
      },
    );
  }

  return (
    <section className="marks" aria-labelledby={id}>
      <header>
        <div>
          <h3 id={id}>{texts.title}</h3>
          <p>{texts.subtitle}</p>
        </div>
        {mayWrite && (
          <button
            ref={write}
            className="key"
            type="button"
            aria-expanded={isWriting}
            onClick={() => setIsWriting(!isWriting)}
          >
            {texts.write}
          </button>
        )}
      </header>
      {isWriting && (
        <NoteForm
          day={(chosen ?? days.at(-1)?.day ?? '').slice(0, 10)}
          {...{ draft, isBusy }}
          onChange={(changes) => setDraft((latest) => ({ ...latest, ...changes }))}
          onSave={add}
          onClose={close}
          onCancel={discard}
        />
      )}
      <p className={message ? 'marks-message' : 'unseen'} role="status">
        {message}
      </p>
      <ul className={areAllShown ? 'marks-list' : 'marks-list marks-first'}>
        {[...rows].reverse().map(([key, mark]) => {
          const { day, note } = mark;
          return (
            <li key={key}>
              <time dateTime={day}>{formatLongDay(day)}</time>
              <span>
                {sentencesOf(mark).map((sentence) => (
                  <bdi key={sentence}>{sentence}</bdi>
                ))}
              </span>
              {note && mayWrite && (
                <button
                  className="key key-plain"
                  type="button"
                  aria-label={texts.removeOf(note.words)}
                  onClick={({ currentTarget: button }) => setAsked({ note: note.id, button })}
                >
                  {texts.remove}
                </button>
              )}
              {note && asked?.note === note.id && (
                <Confirmation
                  question={texts.sure(note.words)}
                  message={undefined}
                  onAct={() => remove(note.id)}
                  onCancel={() => {
                    setAsked(undefined);
                    asked.button.focus();
                  }}
                >
                  {texts.remove}
                </Confirmation>
              )}
            </li>
          );
        })}
      </ul>
      {rows.size > SHOWN && (
        <button
          className="key"
          type="button"
          aria-expanded={areAllShown}
          onClick={() => setAreAllShown(!areAllShown)}
        >
          {texts.all(formatCount(rows.size))}
        </button>
      )}
    </section>
  );
}
