import { useId } from 'react';
import { waitlistTexts } from './waitlist-texts.ts';

const { friends: texts } = waitlistTexts;

interface FriendsChoiceProps {
  isChosen: boolean;
  onChange(isChosen: boolean): void;
}

/** Whether the next people come in with their friends, and what this means for others. */
export function FriendsChoice({ isChosen, onChange }: FriendsChoiceProps) {
  const id = useId();
  return (
    <div className="choice">
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />{' '}
        <span>{texts.label}</span>
      </label>
      <p className="note" id={id}>
        {texts.note}
      </p>
    </div>
  );
}
