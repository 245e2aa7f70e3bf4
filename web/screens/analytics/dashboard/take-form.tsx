import { useId, useRef, useState } from 'react';
import type { Phone } from '../../../../contract/phones.ts';
import type { WavesResponse } from '../../../../contract/schemas/waves.ts';
import { MAX_PEOPLE_PER_WAVE, type NextPeople } from '../../../../contract/team-waitlist.ts';
import { useDraft } from '../kept-drafts.ts';
import { FriendsChoice } from './friends-choice.tsx';
import { formatCount } from './numbers.ts';
import { PhoneSwitch } from './phone-switch.tsx';
import { waitlistTexts } from './waitlist-texts.ts';

const { waves: texts } = waitlistTexts;
/** What the field proposes. */
const USUAL_PEOPLE = 200;

interface Draft {
  /** The text of the field; undefined for the proposed number. */
  people?: string;
  phone: Phone | '';
  withFriends: boolean;
}
const untouched: Draft = { phone: '', withFriends: false };

interface TakeFormProps {
  userId: string;
  listed: WavesResponse;
  order: 'place' | 'joined';
  isBusy: boolean;
  onTake: (next: NextPeople) => void;
}

/** How many people are let in next. The button names the number before the press. */
export function TakeForm({ userId, listed, order, isBusy, onTake }: TakeFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { waiting } = listed;
  const [draft, setDraft] = useDraft(userId, 'take', untouched);
  const [proposed] = useState(String(Math.min(waiting, USUAL_PEOPLE)));
  const { people: typed = proposed, phone, withFriends } = draft;
  const [problem, setProblem] = useState('');
  function change(changes: Partial<Draft>): void {
    setDraft((latest) => ({ ...latest, ...changes }));
    setProblem('');
  }
  if (waiting === 0) return <p className="waves-none">{texts.nobody[order]}</p>;
  const ofPhone = phone ? (listed[phone] ?? waiting) : waiting;
  const most = Math.min(ofPhone, MAX_PEOPLE_PER_WAVE);
  const known = texts.waiting(ofPhone, phone || undefined);
  const people = numberOf(typed);
  const isValid = people >= 1 && people <= most;
  return (
    <form
      className="waves-take"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        setProblem(isValid ? '' : most > 0 ? texts.outOfRange(most) : known);
        if (isValid) onTake({ people, ...(phone && { phone }), withFriends });
        else field.current?.focus();
      }}
    >
      <label htmlFor={id}>{texts.field}</label>
      <input
        ref={field}
        className="input"
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        aria-describedby={`${id}-note`}
        aria-invalid={problem ? true : undefined}
        onChange={({ target }) => change({ people: target.value })}
      />
      {order === 'place' && (
        <>
          <PhoneSwitch chosen={phone} onChoose={(chosen) => change({ phone: chosen })} />
          <FriendsChoice
            isChosen={withFriends}
            onChange={(isChosen) => change({ withFriends: isChosen })}
          />
        </>
      )}
      <button className="key key-main" type="submit" aria-disabled={isBusy}>
        {texts.takeNext(isValid ? formatCount(people) : '…')}
      </button>
      <p className={problem ? 'waves-problem' : ''} id={`${id}-note`} aria-live="polite">
        {[problem || known, phone && texts.onlyWith(phone)].join(' ').trim()}
      </p>
    </form>
  );
}

/** Takes 1,000 and 1.000 as people write them. @returns NaN for anything else than a whole number */
export function numberOf(typed: string): number {
  const digits = typed.trim().replaceAll(/[\s,.'’](?=\d{3}(?!\d))/g, '');
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
