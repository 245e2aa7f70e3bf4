import { useId } from 'react';

interface SwitchProps<Value> {
  /** What is chosen, for screen readers. */
  legend: string;
  options: readonly { readonly value: Value; readonly name: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A choice of few values, as buttons side by side. */
export function Switch<Value extends string | number>(props: SwitchProps<Value>) {
  const { legend, options, chosen, onChoose } = props;
  const group = useId();
  return (
    <fieldset className="switch">
      <legend className="unseen">{legend}</legend>
      {options.map(({ value, name }) => (
        <label key={value}>
          <input
            className="unseen"
            type="radio"
            name={group}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
