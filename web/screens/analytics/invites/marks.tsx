import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { LAST_DATE } from '../../../../contract/analytics.ts';
import type { BodyOf } from '../../../../contract/calls.ts';
import type { Mark } from '../../../../contract/schemas/marks.ts';
import { addNote, getAnalyticsVersion, removeNote } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, Acted, ActForm } from '../parts/act-button.tsx';
import { useDashboard, useDraft } from '../parts/dashboard-context.ts';
import { actTexts, dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatLongDay } from '../parts/numbers.ts';
import { Field } from '../parts/panel.tsx';
import { type Act, useActs } from '../parts/use-acts.ts';

const { marks: texts, app } = dashboardTexts;
/** As in `parts.css`. More are shown after a press, and on paper. */
const SHOWN = 6;
const platforms = { ios: 'iOS', android: 'Android' } as const;

type Note = BodyOf<'addNote'>;
const noNote: Note = { day: '', words: '' };

/** @returns what a mark says, one sentence for each thing that happened */
function sentencesOf({ app: changed = {}, mailing, note }: Mark): string[] {
  const changes = (['ios', 'android'] as const).flatMap((platform) => {
    const state = changed[platform];
    if (!state) return [];
    return texts.app(platforms[platform], state === 'link' ? texts.newLink : app.states[state]);
  });
  const sent = mailing ? [`${texts.mailings[mailing.kind]}: ${texts.parts[mailing.part]}`] : [];
  return [...changes, ...sent, ...(note ? [note.words] : [])];
}

/** @returns the sentences of each day, or hour, that has any; of a repeated one, the last */
export function sentencesByDay(marks: readonly Mark[]): Map<string, Set<string>> {
  const byDay = new Map<string, Set<string>>();
  for (const mark of marks) {
    const sentences = byDay.get(mark.day) ?? new Set();
    byDay.set(mark.day, sentences);
    for (const one of sentencesOf(mark)) {
      sentences.delete(one);
      sentences.add(one);
    }
  }
  return byDay;
}

interface MarksProps {
  marks: readonly Mark[];
  mayWrite: boolean;
  /** The day, or hour, that is chosen in the chart. */
  chosen: string | undefined;
  /** The days, or hours, of the chart. */
  days: readonly { readonly day: string }[];
}

/** What happened on the days of the chart, the newest first, and the team's notes, which are written here. */
export function Marks({ marks, mayWrite, chosen, days }: MarksProps) {
  const { userId } = useDashboard();
  const queries = useQueryClient();
  const id = useId();
  const [draft, setDraft] = useDraft('note', noNote);
  const [isWriting, setIsWriting] = useState(draft.words !== '');
  const [areAllShown, setAreAllShown] = useState(false);
  const write = useRef<HTMLButtonElement>(null);
  const acts = useActs();
  if (marks.length === 0 && !mayWrite) return null;

  // The newest first. The same change may be made twice on a day, and undone in between: then its last time counts.
  const rows = new Map(
    [...marks]
      .reverse()
      .map((mark) => [`${mark.day} ${mark.note?.id} ${sentencesOf(mark).join()}`, mark]),
  );

  /** The other version of the figures then loads the marks again. */
  const readAgain = () =>
    void queries.invalidateQueries({ queryKey: [getAnalyticsVersion.path, userId] });

  const add = (note: Note): Act => ({
    name: texts.save,
    lost: texts.lost,
    call: () => callApi(addNote, note),
    show() {
      // Another note may have been typed since, after another place.
      setDraft((latest) => (latest.words === note.words ? noNote : latest));
      close();
      readAgain();
      return texts.saved;
    },
  });

  const remove = ({ id: note, words }: NonNullable<Mark['note']>): Act => ({
    name: texts.removeNow,
    question: texts.sure(words),
    lost: texts.lost,
    call: () => callApi(removeNote, { note }),
    show() {
      readAgain();
      return texts.removed(words);
    },
  });

  function close(): void {
    setIsWriting(false);
    write.current?.focus();
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
          draft={draft}
          add={add}
          acts={acts}
          onClose={close}
          onChange={(changes) => setDraft((latest) => ({ ...latest, ...changes }))}
        />
      )}
      <Acted acts={acts} />
      <ul className={areAllShown ? 'list' : 'list list-first'}>
        {[...rows].map(([key, mark]) => (
          <li key={key} className="list-row">
            <time dateTime={mark.day}>{formatLongDay(mark.day)}</time>
            <span>
              {sentencesOf(mark).map((sentence) => (
                <bdi key={sentence}>{sentence}</bdi>
              ))}
            </span>
            {mark.note && mayWrite && (
              <ActButton
                acts={acts}
                act={remove(mark.note)}
                text={texts.remove}
                label={texts.removeOf(mark.note.words)}
                className="key key-plain"
              />
            )}
          </li>
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

interface NoteFormProps {
  /** What was typed before; without a day, the form proposes `day`. */
  draft: Note;
  day: string;
  acts: ReturnType<typeof useActs>;
  add: (note: Note) => Act;
  onChange: (changes: Partial<Note>) => void;
  /** Closes the form, which keeps what was typed. */
  onClose: () => void;
}

/** The server, not the browser's clock, knows which days a note may have, and how long it may be. */
function NoteForm({ draft, day, acts, add, onChange, onClose }: NoteFormProps) {
  const words = useRef<HTMLInputElement>(null);
  // Another day that is chosen in the chart meanwhile does not change it.
  const [proposed] = useState(draft.day || day);
  useEffect(() => words.current?.focus(), []);
  return (
    <ActForm
      {...{
        acts,
        act: add({ day: draft.day || proposed, words: draft.words }),
        isMain: true,
        noValidate: false,
      }}
      className="row"
      after={
        <button
          className="key"
          type="button"
          onClick={() => {
            onChange(noNote);
            onClose();
          }}
        >
          {actTexts.cancel}
        </button>
      }
    >
      <Field
        ref={words}
        label={texts.words}
        note={texts.hint}
        required
        readOnly={acts.isBusy}
        value={draft.words}
        // With the day that the form shows: later another one may be chosen in the chart.
        onChange={({ target }) => onChange({ words: target.value, day: draft.day || proposed })}
      />
      {/* React does not set it, because a date is empty while a part of it is being typed. */}
      <Field
        label={texts.day}
        type="date"
        required
        readOnly={acts.isBusy}
        max={LAST_DATE}
        defaultValue={proposed}
        onChange={({ target }) => onChange({ day: target.value })}
      />
    </ActForm>
  );
}
