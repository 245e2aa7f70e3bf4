import { useRef, useState } from 'react';
import { type Phone, phoneNames, phones } from '../../../../contract/phones.ts';
import type { WavesResponse } from '../../../../contract/schemas/waves.ts';
import { MAX_PEOPLE_PER_WAVE, type NextPeople } from '../../../../contract/team-waitlist.ts';
import { ActForm } from '../parts/act-button.tsx';
import { Choice, type ChoiceProps, Switch, type SwitchProps } from '../parts/controls.tsx';
import { useDraft } from '../parts/dashboard-context.ts';
import { formatCount } from '../parts/numbers.ts';
import { Field } from '../parts/panel.tsx';
import type { Act, Acts } from '../parts/use-acts.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { waves: texts, friends } = waitlistTexts;
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
  /** @param name of the button */
  take: (next: NextPeople, name: string) => Act;
}

/** How many people are let in next. The button names the number before the press. */
export function TakeForm({ listed, order, acts, take }: TakeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const { waiting } = listed;
  const [draft, setDraft] = useDraft('take', untouched);
  const [proposed] = useState(String(Math.min(waiting, USUAL_PEOPLE)));
  const { people: typed = proposed, phone, withFriends } = draft;
  const [problem, setProblem] = useState('');
  function change(changes: Partial<Draft>): void {
    setDraft((latest) => ({ ...latest, ...changes }));
    setProblem('');
  }
  if (waiting === 0) return <p className="row note">{texts.none[order]}</p>;
  const ofPhone = phone ? (listed[phone] ?? waiting) : waiting;
  const most = Math.min(ofPhone, MAX_PEOPLE_PER_WAVE);
  const known = texts.waiting(ofPhone, phone || undefined);
  const people = numberOf(typed);
  const isValid = people >= 1 && people <= most;
  const name = texts.takeNext(isValid ? formatCount(people) : '…', phone || undefined);
  const note = phone ? ` ${texts.onlyWith(phone)}` : '';

  function check(): boolean {
    setProblem(isValid ? '' : most > 0 ? texts.outOfRange(most) : known);
    if (!isValid) field.current?.focus();
    return isValid;
  }

  return (
    <ActForm
      {...{ acts, check, isMain: true }}
      className="row"
      act={take({ people, ...(phone && { phone }), withFriends }, name)}
    >
      <Field
        ref={field}
        label={texts.field}
        note={known + note}
        problem={problem && problem + note}
        inputMode="numeric"
        value={typed}
        onChange={({ target }) => change({ people: target.value })}
      />
      {order === 'place' && (
        <>
          <PhoneSwitch chosen={phone} onChoose={(phone) => change({ phone })} />
          <FriendsChoice
            isChosen={withFriends}
            onChange={(withFriends) => change({ withFriends })}
          />
        </>
      )}
    </ActForm>
  );
}

const phoneOptions = [
  ['', texts.anyPhone],
  ...phones.map((phone) => [phone, phoneNames[phone]] as const),
] as const;

/** Whether only people are chosen who have said to have a phone. */
export function PhoneSwitch(props: Pick<SwitchProps<Phone | ''>, 'chosen' | 'onChoose'>) {
  return <Switch legend={texts.phone} options={phoneOptions} {...props} />;
}

/** Whether the next people come in with their friends, and what this means for others. */
export function FriendsChoice(props: Pick<ChoiceProps, 'isChosen' | 'onChange'>) {
  return <Choice type="checkbox" text={friends.label} note={friends.note} {...props} />;
}

/** Takes 1,000 and 1.000 as people write them. @returns NaN for anything else than a whole number */
export function numberOf(typed: string): number {
  const digits = typed.trim().replaceAll(/[\s,.'’](?=\d{3}(?!\d))/g, '');
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
