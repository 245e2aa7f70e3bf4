import { type Phone, phoneNames, phones } from '../../../../contract/phones.ts';
import { Switch } from '../parts/switch.tsx';
import { waitlistTexts } from './waitlist-texts.ts';

const { waves: texts } = waitlistTexts;
const options = [
  { value: '', name: texts.anyPhone },
  ...phones.map((value) => ({ value, name: phoneNames[value] })),
] as const;

interface SwitchProps {
  chosen: Phone | '';
  onChoose: (phone: Phone | '') => void;
}

/** Whether only people are chosen who have said to have a phone. */
export function PhoneSwitch({ chosen, onChoose }: SwitchProps) {
  return <Switch legend={texts.phone} options={options} chosen={chosen} onChoose={onChoose} />;
}
