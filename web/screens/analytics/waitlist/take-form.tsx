import { type Phone, phoneNames, phones } from '../../../../contract/phones.ts';
import type { WavesResponse } from '../../../../contract/schemas/waves.ts';
import { type NextPeople, PEOPLE_PATTERN } from '../../../../contract/team-waitlist.ts';
import { ActForm } from '../parts/act-button.tsx';
import { Choice, Switch } from '../parts/controls.tsx';
import { useDraft } from '../parts/dashboard-context.ts';
import { formatCount } from '../parts/numbers.ts';
import { Field } from '../parts/panel.tsx';
import type { Act, Acts } from '../parts/use-acts.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { waves: texts, friends } = waitlistTexts;
/** What the field proposes. */
export const USUAL_PEOPLE = 200;

/** Who of the people who wait is chosen next, as it is typed. */
export interface NextDraft {
  /** Undefined for the proposed number. */
  people?: string;
  phone: Phone | '';
  withFriends: boolean;
}
export const emptyNext: NextDraft = { phone: '', withFriends: false };

/** @param people the text of the field */
export function nextOf({ phone, withFriends }: NextDraft, people: string) {
  return { people: Number(people), ...(phone && { phone }), withFriends };
}

interface TakeFormProps {
  listed: WavesResponse;
  acts: Acts;
  /** @param name of the button */
  take: (next: NextPeople, name: string) => Act;
}

/** How many people are let in next. The button names the number before the press. */
export function TakeForm({ listed, acts, take }: TakeFormProps) {
  const { waiting, order } = listed;
  const [draft, setDraft] = useDraft('take', emptyNext);
  const { people = String(Math.min(waiting, USUAL_PEOPLE)), phone } = draft;
  const isValid = new RegExp(`^(${PEOPLE_PATTERN})$`).test(people);
  const name = texts.takeNext(isValid ? formatCount(Number(people)) : '…', phone || undefined);
  return (
    <ActForm
      acts={acts}
      isMain
      noValidate={false}
      className="row"
      act={take(nextOf(draft, people), name)}
    >
      <NextFields
        draft={draft}
        people={people}
        note={texts.waiting(phone ? listed[phone] : waiting, phone || undefined)}
        hasPositions={order === 'position'}
        onChange={(changes) => setDraft((latest) => ({ ...latest, ...changes }))}
      />
    </ActForm>
  );
}

interface FieldsProps {
  draft: NextDraft;
  /** The text of the number; undefined if all people are meant. */
  people: string | undefined;
  note?: string;
  /** Whether people are let in by position, so that they can have said which phone they have. */
  hasPositions?: boolean;
  onChange: (changes: Partial<NextDraft>) => void;
}

export function NextFields({ draft, people, note, hasPositions = true, onChange }: FieldsProps) {
  const { phone, withFriends } = draft;
  return (
    <>
      {people !== undefined && (
        <Field
          label={texts.field}
          note={note}
          required
          pattern={PEOPLE_PATTERN}
          title={texts.wholeNumber}
          inputMode="numeric"
          value={people}
          onChange={({ target }) => onChange({ people: target.value.trim() })}
        />
      )}
      {hasPositions && (
        <Switch
          legend={texts.phone}
          options={phoneOptions}
          chosen={phone}
          onChoose={(phone) => onChange({ phone })}
        />
      )}
      {phone && <p className="note">{texts.onlyWith(phone)}</p>}
      {hasPositions && people !== undefined && (
        <Choice
          type="checkbox"
          text={friends.label}
          note={friends.note}
          isChosen={withFriends}
          onChange={(withFriends) => onChange({ withFriends })}
        />
      )}
    </>
  );
}

const phoneOptions = [
  ['', texts.anyPhone],
  ...phones.map((phone) => [phone, phoneNames[phone]] as const),
] as const;
