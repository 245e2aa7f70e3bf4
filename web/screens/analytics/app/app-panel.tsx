import { useRef } from 'react';
import {
  type Availability,
  androidStates,
  changeApp,
  iosStates,
  preregistrationNotice,
} from '../../../../contract/availability.ts';
import type { BodyOf, ResponseOf } from '../../../../contract/calls.ts';
import { changeAvailability, getAvailability, undoAvailability } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { offerOn } from '../../../design/app-offer.ts';
import { ActButton, Acted, ActForm } from '../parts/act-button.tsx';
import { QrCode, Switch } from '../parts/controls.tsx';
import { useDashboard, useDraft } from '../parts/dashboard-context.ts';
import { actTexts, dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatMoment } from '../parts/numbers.ts';
import { Field, Panel } from '../parts/panel.tsx';
import { type Act, useActs, useRead } from '../parts/use-acts.ts';

const { app: texts, loading } = dashboardTexts;

type Stored = ResponseOf<'getAvailability'>;
type Draft = ReturnType<typeof draftOf>;

/** What was typed and not saved yet. */
type Edits = Partial<Draft>;
const none: Edits = {};

const platforms = [
  { name: 'iOS', states: iosStates, state: 'ios', link: 'iosLink' },
  { name: 'Android', states: androidStates, state: 'android', link: 'androidLink' },
] as const;

/** Where visitors get the app. What was typed stays until it is saved or discarded. */
export function AppPanel() {
  const [edits, change] = useDraft('app', none);
  const saveForm = useRef<HTMLFormElement>(null);
  const acts = useActs();
  const { said, say } = acts;
  const read = () => callApi(getAvailability, undefined);
  const { shown: stored, setShown } = useRead(acts, actTexts.again, read, useDashboard().refreshes);

  const draft = stored && { ...draftOf(stored), ...edits };
  const changes = stored && draft && changesOf(stored, draft);
  const isUnsaved = changes !== undefined && Object.keys(changes).length > 0;

  /** What was said is about the state before. */
  function edit(changed: Edits): void {
    if (stored) change((latest) => without({ ...latest, ...changed }, draftOf(stored)));
    say(undefined);
  }

  function discard(): void {
    change(() => none);
    say(undefined);
    // The pressed button will be gone.
    saveForm.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }

  const seen = stored?.id ?? 0;
  const save: Act<Stored> = {
    ...{ name: texts.save, lost: texts.unanswered },
    call: () => callApi(changeAvailability, { seen, ...changes }),
    show(now) {
      setShown(now);
      // What was typed since the press is not saved.
      change((latest) => without(latest, edits));
      return now.changedMeanwhile ? texts.changedMeanwhile : texts.saved;
    },
  };
  const undo: Act<Stored> = {
    ...{ name: texts.undo, lost: texts.unanswered },
    call: () => callApi(undoAvailability, { seen }),
    show(now) {
      setShown(now);
      return now.changedMeanwhile ? texts.notUndone : texts.saved;
    },
  };

  return (
    <Panel title={texts.title} notes={[texts.subtitle]}>
      {!stored && !said && <p className="row note">{loading}</p>}
      {stored && draft && (
        <ActForm
          {...{ acts, act: save, isMain: true }}
          className="row columns"
          ref={saveForm}
          after={
            <>
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
            </>
          }
        >
          {platforms.map(({ name, states, state, link }) => (
            <div key={name} className="field">
              <h3>{name}</h3>
              <Switch<string>
                legend={name}
                options={states.map((value) => [value, texts.states[value]])}
                chosen={draft[state]}
                onChoose={(chosen) => edit({ [state]: chosen })}
              />
              <Field
                label={texts.link(name)}
                type="url"
                value={draft[link]}
                onChange={({ target }) => edit({ [link]: target.value.trim() })}
              />
              <QrCode
                text={isFit(stored, draft, state, link) ? draft[link] : ''}
                label={texts.code(name)}
              />
            </div>
          ))}
          <Offers stored={stored} draft={draft} />
          {stored.preregisteredAt && (
            <p>{preregistrationNotice(Date.parse(stored.preregisteredAt), Date.now())}</p>
          )}
        </ActForm>
      )}
      <Acted acts={{ ...acts, said: said && withButtonNames(said) }} />
    </Panel>
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
          {['iPhone', 'Android', 'Computer'].map((name) => (
            <OnDevice key={name} name={name} availability={changed.state} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OnDevice({ name, availability }: { name: string; availability: Availability }) {
  const { button, link, sentences } = offerOn(availability, name === 'Android');
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

/** Whether the link of a platform may be saved with its state. */
function isFit(stored: Stored, draft: Draft, ...fields: (keyof Draft)[]): boolean {
  const change = Object.fromEntries(fields.map((field) => [field, draft[field]]));
  return !('problem' in changeApp(stored, change));
}

function draftOf({ ios, iosLink, android, androidLink }: Stored) {
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
  const changed = platforms.flatMap(({ state, link }) =>
    draft[state] === before[state] && draft[link] === before[link]
      ? []
      : [
          [state, draft[state]],
          [link, draft[link] || null],
        ],
  );
  return Object.fromEntries(changed);
}
