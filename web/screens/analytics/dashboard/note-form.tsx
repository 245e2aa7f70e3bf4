import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { MAX_NOTE_CHARACTERS } from '../../../../contract/analytics.ts';
import type { BodyOf } from '../../../../contract/calls.ts';
import { isoDay } from '../../../../contract/durations.ts';
import { dashboardTexts } from './dashboard-texts.ts';

const { marks: texts } = dashboardTexts;

export type NewNote = BodyOf<'addNote'>;

interface NoteFormProps {
  /** The day that the form proposes. */
  day: string;
  isBusy: boolean;
  onSave: (note: NewNote) => void;
  onCancel: () => void;
}

export function NoteForm({ day, isBusy, onSave, onCancel }: NoteFormProps) {
  const id = useId();
  const words = useRef<HTMLInputElement>(null);
  // Another day that is chosen in the chart meanwhile does not change it.
  const [proposed] = useState(day);
  useEffect(() => words.current?.focus(), []);

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    if (!isBusy) onSave({ day: String(given.get('day')), words: String(given.get('words')) });
  }

  return (
    <form
      className="note-form"
      onSubmit={save}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <div className="note-words">
        <label htmlFor={`${id}-words`}>{texts.words}</label>
        <input
          ref={words}
          className="input"
          id={`${id}-words`}
          name="words"
          required
          maxLength={MAX_NOTE_CHARACTERS}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`}>{texts.hint}</p>
      </div>
      <div>
        <label htmlFor={`${id}-day`}>{texts.day}</label>
        <input
          className="input"
          id={`${id}-day`}
          name="day"
          type="date"
          required
          max={isoDay(Date.now())}
          defaultValue={proposed}
        />
      </div>
      <p>
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
