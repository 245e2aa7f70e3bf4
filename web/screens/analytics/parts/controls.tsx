import { type MouseEvent, type ReactNode, useId } from 'react';
import type { SortOrder } from '../../../../contract/analytics.ts';
import { ANALYTICS_PATH } from '../../../../contract/screens.ts';
import { qrPath } from '../../../design/qr-path.ts';
import { useDashboard } from './dashboard-context.ts';
import { type View, writeView } from './view-in-address.ts';

export interface SwitchProps<Value> {
  /** What is chosen, for screen readers. */
  legend: string;
  options: readonly (readonly [Value, name: string])[];
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
      {options.map(([value, name]) => (
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

export interface ChoiceProps {
  type: 'radio' | 'checkbox';
  /** Of radio buttons. */
  name?: string;
  text: string;
  note?: string | undefined;
  isChosen: boolean;
  isDisabled?: boolean;
  onChange: (isChosen: boolean) => void;
}

/** A box or a radio button with its text, and what it means. */
export function Choice({ text, note, isChosen, isDisabled, onChange, ...input }: ChoiceProps) {
  const id = useId();
  return (
    <div className="choice">
      <label>
        <input
          {...input}
          checked={isChosen}
          disabled={isDisabled}
          aria-describedby={note && id}
          onChange={({ target }) => onChange(target.checked)}
        />{' '}
        <span>{text}</span>
      </label>
      {note && (
        <p className="note" id={id}>
          {note}
        </p>
      )}
    </div>
  );
}

interface LinkProps {
  change: Partial<View>;
  current?: boolean;
  children: ReactNode;
}

/** A link to another view of the dashboard, which is shown without loading the page. */
export function ViewLink({ change, current, children }: LinkProps) {
  const { view, changeView } = useDashboard();
  function open(event: MouseEvent): void {
    // A new tab or window opens the address.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    changeView(change);
  }
  return (
    <a
      href={`${ANALYTICS_PATH}${writeView({ ...view, ...change })}`}
      data-inviter={change.inviter || undefined}
      aria-current={current ? 'page' : undefined}
      onClick={open}
    >
      {children}
    </a>
  );
}

/** The name of an inviter, which leads to the inviter's page. */
export function InviterLink({ userId, username }: { userId: string; username: string }) {
  return (
    <ViewLink change={{ tab: 'invites', inviter: userId }}>
      <bdi title={username}>{username}</bdi>
    </ViewLink>
  );
}

/** Icons on a 16 x 16 grid, with thinner lines than the site's. Screen readers read the name of the button or link. */
const icons = {
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.6-3.9L13.5 5.7M13.5 2.5v3.2h-3.2',
  search: 'M2.5 7a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0m8 3.5 3 3',
  download: 'M8 2.5v7.25M5 7l3 3 3-3M3 13.25h10',
  back: 'M13 8H3M6.75 4.25 3 8l3.75 3.75',
  asc: 'M8 12.5v-9M4.75 6.75 8 3.5l3.25 3.25',
  desc: 'M8 3.5v9M4.75 9.25 8 12.5l3.25-3.25',
} satisfies Record<SortOrder, string> & Record<string, string>;

export function Icon({ of, className = '' }: { of: keyof typeof icons; className?: string }) {
  return (
    <svg
      className={`small-icon ${className}`}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={icons[of]} />
    </svg>
  );
}

/** @param text nothing is drawn if it is too long */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = text && qrPath(text);
  if (!code) return null;
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <path d={code.path} />
    </svg>
  );
}
