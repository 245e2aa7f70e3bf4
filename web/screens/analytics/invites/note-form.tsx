import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { LAST_DATE } from '../../../../contract/analytics.ts';
import type { BodyOf } from '../../../../contract/calls.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';

const { marks: texts } = dashboardTexts;

export type NewNote = BodyOf<'addNote'>;

interface NoteFormProps {
  /** What was typed before; without a day, the form proposes `day`. */
  draft: NewNote;
  day: string;
  isBusy: boolean;
  onChange: (changes: Partial<NewNote>) => void;
  onSave: (note: NewNote) => void;
  /** Called to close the form, which keeps what was typed. */
  onClose: () => void;
  onCancel: () => void;
}

/** The server, not the browser's clock, knows which days a note may have, and how long it may be. */
export function NoteForm(props: NoteFormProps) {
  const { draft, day, isBusy, onChange, onSave, onClose, onCancel } = props;
  const id = useId();
  const words = useRef<HTMLInputElement>(null);
  // Another day that is chosen in the chart meanwhile does not change it.
  const [proposed] = useState(draft.day || day);
  useEffect(() => words.current?.focus(), []);

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    if (!isBusy) onSave({ day: String(given.get('day')), words: String(given.get('words')) });
  }

  return (
    <form
      className="row note-form"
      onSubmit={save}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="field">
        <label htmlFor={`${id}-words`}>{texts.words}</label>
        <input
          ref={words}
          className="input"
          id={`${id}-words`}
          name="words"
          required
          readOnly={isBusy}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          value={draft.words}
          // With the day that the form shows: later another one may be chosen in the chart.
          onChange={({ target }) => onChange({ words: target.value, day: draft.day || proposed })}
        />
        <p className="note" id={`${id}-hint`}>
          {texts.hint}
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-day`}>{texts.day}</label>
        {/* React does not set it, because a date is empty while a part of it is being typed. */}
        <input
          className="input"
          id={`${id}-day`}
          name="day"
          type="date"
          required
          readOnly={isBusy}
          max={LAST_DATE}
          defaultValue={proposed}
          onChange={({ target }) => onChange({ day: target.value })}
        />
      </div>
      <p className="keys">
        <button className="key key-main" type="submit" aria-disabled={isBusy}>
          {texts.save}
        </button>{' '}
        <button className="key" type="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </p>
    </form>
  );
}
