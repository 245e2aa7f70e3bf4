import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { LAST_DATE } from '../../../../contract/analytics.ts';
import type { BodyOf } from '../../../../contract/calls.ts';
import type { Mark } from '../../../../contract/schemas/marks.ts';
import { addNote, getAnalyticsVersion, removeNote } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, Acted, ActForm } from '../parts/act-button.tsx';
import { useDashboard, useDraft } from '../parts/dashboard-context.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatLongDay } from '../parts/numbers.ts';
import { Field } from '../parts/panel.tsx';
import { type Act, type Acts, useActs } from '../parts/use-acts.ts';

const { marks: texts, app } = dashboardTexts;
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

/** @returns the sentences of each day, or hour, that has any */
export function sentencesByDay(marks: readonly Mark[]): Map<string, Set<string>> {
  const byDay = new Map<string, Set<string>>();
  for (const mark of marks)
    byDay.set(mark.day, new Set([...(byDay.get(mark.day) ?? []), ...sentencesOf(mark)]));
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
  const [{ words }] = useDraft('note', noNote);
  const [isWriting, setIsWriting] = useState(words !== '');
  const write = useRef<HTMLButtonElement>(null);
  const acts = useActs();
  if (marks.length === 0 && !mayWrite) return null;

  /** Asks for the version of the figures, which has changed, so the marks are loaded again. */
  const readAgain = () =>
    void queries.invalidateQueries({ queryKey: [getAnalyticsVersion.path, userId] });

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
          acts={acts}
          onSaved={() => {
            setIsWriting(false);
            write.current?.focus();
            readAgain();
          }}
        />
      )}
      <Acted acts={acts} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul className="scrolled" tabIndex={0}>
        {[...marks].reverse().map((mark, n) => (
          <li key={mark.note?.id ?? -n} className="list-row">
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
    </section>
  );
}

interface NoteFormProps {
  /** What the form proposes. */
  day: string;
  acts: Acts;
  onSaved: () => void;
}

/** The server, not the browser's clock, knows which days a note may have, and how long it may be. */
function NoteForm({ day, acts, onSaved }: NoteFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useDraft('note', noNote);
  // A day that is chosen in the chart later does not change it.
  const [proposed] = useState(draft.day || day);
  useEffect(() => field.current?.focus(), []);
  const note = { day: draft.day || proposed, words: draft.words };
  const add: Act = {
    name: texts.save,
    lost: texts.lost,
    call: () => callApi(addNote, note),
    show() {
      // The admin may have left this tab, returned and typed another note before the answer.
      setDraft((latest) => (latest.words === note.words ? noNote : latest));
      onSaved();
      return texts.saved;
    },
  };
  return (
    <ActForm acts={acts} act={add} isMain noValidate={false} className="row">
      <Field
        ref={field}
        label={texts.words}
        note={texts.hint}
        required
        readOnly={acts.isBusy}
        value={draft.words}
        // With the day that the form shows: later another one may be chosen in the chart.
        onChange={({ target }) =>
          setDraft((latest) => ({ day: latest.day || proposed, words: target.value }))
        }
      />
      {/* Uncontrolled, because the value of a date field is empty while a part of the date is being typed. */}
      <Field
        label={texts.day}
        type="date"
        required
        readOnly={acts.isBusy}
        max={LAST_DATE}
        defaultValue={proposed}
        onChange={({ target }) => setDraft((latest) => ({ ...latest, day: target.value }))}
      />
    </ActForm>
  );
}
