import type { ReactNode } from 'react';
import { type Phone, phoneNames, phones } from '../../../contract/phones.ts';
import type { Act, PositionState } from './position-state.ts';
import { phoneTexts } from './position-texts.ts';

interface ChoiceProps {
  /** Null before the first answer. */
  phone: Phone | null;
  act: PositionState['act'];
  press: (act: Act) => void;
  /** Why the last press failed, if it did. */
  children: ReactNode;
}

/** Which phone the person has. A button is pressed only once the server has stored it. */
export function PhoneChoice({ phone, act, press, children }: ChoiceProps) {
  const isBusy = phones.some((one) => one === act);
  const known = phone ? phoneTexts.saved(phone) : phoneTexts.why;
  return (
    <fieldset className="phone">
      <legend>{phoneTexts.question}</legend>
      {phones.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === phone}
          aria-disabled={act !== undefined}
          onClick={() => press(one)}
        >
          {phoneNames[one]}
        </button>
      ))}
      <p role="status">{isBusy ? phoneTexts.saving : !children && known}</p>
      {children}
    </fieldset>
  );
}
