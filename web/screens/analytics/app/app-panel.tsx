import { useEffect, useId, useRef, useState } from 'react';
import {
  type AndroidState,
  type AppChange,
  type Availability,
  androidStates,
  changeApp,
  type IosState,
  iosStates,
  preregistrationNotice,
} from '../../../../contract/availability.ts';
import type { BodyOf, ResponseOf } from '../../../../contract/calls.ts';
import { changeAvailability, getAvailability, undoAvailability } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { offerOn } from '../../../design/app-offer.ts';
import { ActButton, ActPlace, submitterOf } from '../parts/act-button.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatMoment } from '../parts/numbers.ts';
import { PanelTitle } from '../parts/panel-header.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { Switch } from '../parts/switch.tsx';
import { type Act, useActs, useActsOfDashboard } from '../parts/use-acts.ts';
import { useDraft } from '../parts/use-draft.ts';
import type { PlaceProps } from '../parts/view-in-address.ts';

const { app: texts } = dashboardTexts;

type Stored = ResponseOf<'getAvailability'>;

interface Draft {
  ios: IosState;
  iosLink: string;
  android: AndroidState;
  androidLink: string;
}

/** What was typed and not saved yet. */
type Edits = Partial<Draft>;
const none: Edits = {};

/** Where visitors get the app. What was typed stays until it is saved or discarded. */
export function AppPanel({ refreshes }: Pick<PlaceProps, 'refreshes'>) {
  const { userId } = useActsOfDashboard();
  const [stored, setStored] = useState<Stored>();
  const [edits, change] = useDraft(userId, 'app', none);
  const saveButton = useRef<HTMLButtonElement>(null);
  const acts = useActs();
  const { said } = acts;

  const draft = stored && { ...draftOf(stored), ...edits };
  const changes = stored && draft && changesOf(stored, draft);
  const isUnsaved = changes !== undefined && Object.keys(changes).length > 0;

  const look: Act<Stored> = {
    ...{ id: 'look', name: texts.look },
    call: () => callApi(getAvailability, undefined),
    show: (now) => void setStored(now),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the admin asks
  useEffect(() => acts.read(look), [refreshes]);

  /** What was said is about the state before. */
  function edit(changed: Edits): void {
    if (stored) change((latest) => without({ ...latest, ...changed }, draftOf(stored)));
    acts.say(undefined);
  }

  function discard(): void {
    change(() => none);
    acts.say(undefined);
    // The pressed button will be gone.
    saveButton.current?.focus();
  }

  const seen = stored?.id ?? 0;
  const save: Act<Stored> = {
    ...{ id: 'save', name: texts.save, lost: texts.unanswered },
    call: () => callApi(changeAvailability, { seen, ...changes }),
    show(now) {
      setStored(now);
      // What was typed since the press is not saved.
      change((latest) => without(latest, edits));
      return now.changedMeanwhile ? texts.changedMeanwhile : texts.saved;
    },
  };
  const undo: Act<Stored> = {
    ...save,
    ...{ id: 'undo', name: texts.undo },
    call: () => callApi(undoAvailability, { seen }),
    show(now) {
      setStored(now);
      return now.changedMeanwhile ? texts.notUndone : texts.saved;
    },
  };

  return (
    <section className="panel" aria-labelledby="app-panel">
      <header className="panel-header">
        <PanelTitle id="app-panel" title={texts.title} subtitle={texts.subtitle} />
      </header>
      {!stored && !said && <p className="row note">{dashboardTexts.loading}</p>}
      {stored && draft && (
        <form
          className="row columns"
          onSubmit={(event) => {
            event.preventDefault();
            acts.press(save, submitterOf(event));
          }}
        >
          <Platform
            name="iOS"
            states={iosStates}
            state={draft.ios}
            link={draft.iosLink}
            isFit={isFit(stored, { ios: draft.ios, iosLink: draft.iosLink })}
            onState={(ios) => edit({ ios })}
            onLink={(iosLink) => edit({ iosLink })}
          />
          <Platform
            name="Android"
            states={androidStates}
            state={draft.android}
            link={draft.androidLink}
            isFit={isFit(stored, { android: draft.android, androidLink: draft.androidLink })}
            onState={(android) => edit({ android })}
            onLink={(androidLink) => edit({ androidLink })}
          />
          <Offers stored={stored} draft={draft} />
          {stored.preregisteredAt && (
            <p>{preregistrationNotice(Date.parse(stored.preregisteredAt), Date.now())}</p>
          )}
          <p className="keys wide">
            <button
              ref={saveButton}
              className="key key-main"
              type="submit"
              aria-disabled={acts.isBusy}
            >
              {save.name}
            </button>
            {stored.id > 0 && <ActButton acts={acts} act={undo} />}
            {isUnsaved && (
              <button className="key" type="button" onClick={discard}>
                {texts.discard}
              </button>
            )}
            <span>
              {isUnsaved
                ? texts.unsaved
                : stored.changedAt && `${texts.changed} ${formatMoment(stored.changedAt)}`}
            </span>
          </p>
        </form>
      )}
      <ActPlace acts={acts} of={[save, undo]} />
      <p className={said ? 'said' : 'unseen'} role="status">
        {said && withButtonNames(said)}
      </p>
    </section>
  );
}

interface PlatformProps<State extends keyof typeof texts.states> {
  name: string;
  states: readonly State[];
  state: State;
  link: string;
  /** Whether the link may be saved with the state. */
  isFit: boolean;
  onState(state: State): void;
  onLink(link: string): void;
}

function Platform<State extends keyof typeof texts.states>(props: PlatformProps<State>) {
  const { name, states, state, link, isFit, onState, onLink } = props;
  const id = useId();
  return (
    <div className="field">
      <h3>{name}</h3>
      <Switch
        legend={name}
        options={states.map((value) => ({ value, name: texts.states[value] }))}
        chosen={state}
        onChoose={onState}
      />
      <label htmlFor={`${id}-link`}>{texts.link(name)}</label>
      <input
        className="input"
        id={`${id}-link`}
        type="url"
        value={link}
        onChange={(event) => onLink(event.target.value.trim())}
      />
      <QrCode text={isFit ? link : ''} label={texts.code(name)} />
    </div>
  );
}

/** What an invite will say, by the rules of the invite itself; or why the state cannot be saved. */
function Offers({ stored, draft }: { stored: Stored; draft: Draft }) {
  const changed = changeApp(stored, changesOf(stored, draft));
  return (
    <section className="wide" aria-label={texts.offers.title}>
      <h3>{texts.offers.title}</h3>
      {'problem' in changed ? (
        <p>{`${texts.offers.unsaved} ${withButtonNames(changed.problem)}`}</p>
      ) : (
        <ul className="columns">
          {texts.offers.devices.map((device) => (
            <OnDevice key={device.name} {...device} availability={changed.state} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface OnDeviceProps {
  name: string;
  isAndroid: boolean;
  availability: Availability;
}

function OnDevice({ name, isAndroid, availability }: OnDeviceProps) {
  const { button, link, sentences } = offerOn(availability, isAndroid);
  return (
    <li className="field">
      <h4>{name}</h4>
      <p className="pill">{button}</p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="note">{texts.offers.leadsTo(link)}</p>
    </li>
  );
}

/** Names a state as its button does, not as the command. */
function withButtonNames(sentence: string): string {
  const names: Readonly<Record<string, string>> = texts.states;
  return sentence.replace(/"(\w+)"/, (_, state) => `"${names[state] ?? state}"`);
}

function isFit(stored: Stored, change: AppChange): boolean {
  return !('problem' in changeApp(stored, change));
}

function draftOf({ ios, iosLink, android, androidLink }: Stored): Draft {
  return { ios, iosLink: iosLink ?? '', android, androidLink: androidLink ?? '' };
}

/** @returns the edits that differ from what is saved */
function without(edits: Edits, saved: Edits): Edits {
  const left = Object.entries(edits).filter(
    ([field, value]) => value !== saved[field as keyof Draft],
  );
  return Object.fromEntries(left);
}

/** Only the platform that was changed, so that a change of the other one by another admin stays. */
function changesOf(stored: Stored, draft: Draft): Omit<BodyOf<'changeAvailability'>, 'seen'> {
  const before = draftOf(stored);
  const { ios, iosLink, android, androidLink } = draft;
  return {
    ...((ios !== before.ios || iosLink !== before.iosLink) && { ios, iosLink: iosLink || null }),
    ...((android !== before.android || androidLink !== before.androidLink) && {
      ...{ android, androidLink: androidLink || null },
    }),
  };
}
