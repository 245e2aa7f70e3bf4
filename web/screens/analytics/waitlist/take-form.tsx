import { useId, useRef, useState } from 'react';
import type { Phone } from '../../../../contract/phones.ts';
import type { WavesResponse } from '../../../../contract/schemas/waves.ts';
import { MAX_PEOPLE_PER_WAVE, type NextPeople } from '../../../../contract/team-waitlist.ts';
import { ActPlace, submitterOf } from '../parts/act-button.tsx';
import { formatCount } from '../parts/numbers.ts';
import { type Act, type Acts, useActsOfDashboard } from '../parts/use-acts.ts';
import { useDraft } from '../parts/use-draft.ts';
import { FriendsChoice } from './friends-choice.tsx';
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
  listed: WavesResponse;
  order: 'place' | 'joined';
  acts: Acts;
  look: Act;
  /** @param name of the button */
  take: (next: NextPeople, name: string) => Act;
}

/** How many people are let in next. The button names the number before the press. */
export function TakeForm({ listed, order, acts, look, take }: TakeFormProps) {
  const { userId } = useActsOfDashboard();
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
  if (waiting === 0) {
    return (
      <>
        <p className="row note">{texts.none[order]}</p>
        <ActPlace acts={acts} of={[look]} />
      </>
    );
  }
  const ofPhone = phone ? (listed[phone] ?? waiting) : waiting;
  const most = Math.min(ofPhone, MAX_PEOPLE_PER_WAVE);
  const known = texts.waiting(ofPhone, phone || undefined);
  const people = numberOf(typed);
  const isValid = people >= 1 && people <= most;
  const name = texts.takeNext(isValid ? formatCount(people) : '…', phone || undefined);
  const note = phone ? texts.onlyWith(phone) : '';
  const act = take({ people, ...(phone && { phone }), withFriends }, name);
  return (
    <>
      <form
        className="row"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setProblem(isValid ? '' : most > 0 ? texts.outOfRange(most) : known);
          if (isValid) acts.press(act, submitterOf(event));
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
        <button
          className="key key-main"
          type="submit"
          aria-disabled={acts.isBusy}
          // The second click of a double click may follow the answer to the first, and would take others.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {name}
        </button>
        <p className={problem ? 'problem' : ''} id={`${id}-note`} aria-live="polite">
          {`${problem || known} ${note}`}
        </p>
      </form>
      <ActPlace acts={acts} of={[look, isValid && act]} />
    </>
  );
}

/** Takes 1,000 and 1.000 as people write them. @returns NaN for anything else than a whole number */
export function numberOf(typed: string): number {
  const digits = typed.trim().replaceAll(/[\s,.'’](?=\d{3}(?!\d))/g, '');
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
