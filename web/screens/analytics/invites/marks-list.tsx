import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { Mark } from '../../../../contract/schemas/marks.ts';
import { addNote, getAnalyticsVersion, removeNote } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, ActPlace, Said } from '../parts/act-button.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { sentencesOf } from '../parts/marks.ts';
import { formatCount, formatLongDay } from '../parts/numbers.ts';
import { type Act, type Acts, useActs } from '../parts/use-acts.ts';
import { useDraft } from '../parts/use-draft.ts';
import { type NewNote, NoteForm } from './note-form.tsx';

const { marks: texts, noRight } = dashboardTexts;
/** As in `marks.css`. More are shown after a press, and on paper. */
const SHOWN = 6;
const noNote: NewNote = { day: '', words: '' };

export interface MarksListProps {
  userId: string;
  marks: readonly Mark[];
  mayWrite: boolean;
  /** The day, or hour, that is chosen in the chart. */
  chosen: string | undefined;
  /** The days, or hours, of the chart. */
  days: readonly { readonly day: string }[];
}

/** What happened on the days of the chart, the newest first, and the team's notes, which are written here. */
export function MarksList({ userId, marks, mayWrite, chosen, days }: MarksListProps) {
  const queries = useQueryClient();
  const id = useId();
  const [draft, setDraft] = useDraft(userId, 'note', noNote);
  const [isWriting, setIsWriting] = useState(draft.words !== '');
  const [areAllShown, setAreAllShown] = useState(false);
  const write = useRef<HTMLButtonElement>(null);
  const acts: Acts = useActs(undefined, () => acts.say(noRight));
  const { say } = acts;
  const first = days[0]?.day;
  useEffect(() => {
    if (first) say(undefined);
  }, [first, say]);
  if (marks.length === 0 && !mayWrite) return null;

  // The same change may be made twice on a day, and undone in between.
  const rows = new Map(
    marks.map((mark) => [`${mark.day} ${mark.note?.id} ${sentencesOf(mark).join()}`, mark]),
  );

  /** The other version of the figures then loads the marks again. */
  const readAgain = () =>
    queries.invalidateQueries({ queryKey: [getAnalyticsVersion.path, userId] });

  const add = (note: NewNote): Act => ({
    ...{ id: 'add', name: texts.save, lost: texts.saveLost },
    call: () => callApi(addNote, note),
    show() {
      // Another note may have been typed since, after another tab.
      setDraft((latest) => (latest.words === note.words ? noNote : latest));
      close();
      void readAgain();
      const isShown = days.some(({ day }) => day.startsWith(note.day));
      return isShown ? texts.saved : texts.savedElsewhere;
    },
  });

  function close(): void {
    setIsWriting(false);
    write.current?.focus();
  }

  function discard(): void {
    setDraft(() => noNote);
    close();
  }

  return (
    <section aria-labelledby={id}>
      <header className="panel-header">
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
          {...{ draft, isBusy: acts.isBusy }}
          onChange={(changes) => setDraft((latest) => ({ ...latest, ...changes }))}
          onSave={(note) => acts.press(add(note))}
          onClose={close}
          onCancel={discard}
        />
      )}
      <Said acts={acts} />
      <ul className={areAllShown ? 'list' : 'list list-first'}>
        {[...rows].reverse().map(([key, mark]) => (
          <MarkItem key={key} mark={mark} mayRemove={mayWrite} part={acts} onRemoved={readAgain} />
        ))}
      </ul>
      {rows.size > SHOWN && (
        <p className="row">
          <button
            className="key"
            type="button"
            aria-expanded={areAllShown}
            onClick={() => setAreAllShown(!areAllShown)}
          >
            {texts.all(formatCount(rows.size))}
          </button>
        </p>
      )}
    </section>
  );
}

interface ItemProps {
  mark: Mark;
  mayRemove: boolean;
  part: Acts;
  onRemoved(): Promise<void>;
}

function MarkItem({ mark, mayRemove, part, onRemoved }: ItemProps) {
  const { day, note } = mark;
  const acts = useActs(part, () => part.say(noRight));
  const remove: Act | undefined = note && {
    ...{ id: 'remove', name: texts.removeNow, question: texts.sure(note.words) },
    call: () => callApi(removeNote, { note: note.id }),
    show() {
      void onRemoved();
      return texts.removed(note.words);
    },
    lost: texts.removeLost,
  };
  return (
    <li className="list-row">
      <time dateTime={day}>{formatLongDay(day)}</time>
      <span>
        {sentencesOf(mark).map((sentence) => (
          <bdi key={sentence}>{sentence}</bdi>
        ))}
      </span>
      {note && remove && mayRemove && (
        <ActButton
          acts={acts}
          act={remove}
          text={texts.remove}
          label={texts.removeOf(note.words)}
          className="key key-plain"
        />
      )}
      <ActPlace acts={acts} of={[mayRemove && remove]} />
    </li>
  );
}
