import {
  type Availability,
  androidStates,
  changeApp,
  iosStates,
} from '../../../../contract/availability.ts';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { changeAvailability, getAvailability, undoAvailability } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { offerOn } from '../../../design/app-offer.ts';
import { ActButton, Acted, ActForm } from '../parts/act-button.tsx';
import { QrCode, Switch } from '../parts/controls.tsx';
import { useDraft } from '../parts/dashboard-context.ts';
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
  const acts = useActs();
  const { said, say } = acts;
  const read = () => callApi(getAvailability, undefined);
  const { shown: stored, setShown, refresh } = useRead(acts, dashboardTexts.refresh, read);
  const acted = <Acted acts={{ ...acts, said: said && withButtonNames(said) }} />;
  if (!stored) {
    return (
      <Panel title={texts.title} notes={[texts.subtitle]}>
        {!said && <p className="row note">{loading}</p>}
        {acted}
      </Panel>
    );
  }
  const saved = draftOf(stored);
  const draft = { ...saved, ...edits };
  const isUnsaved = Object.keys(without(edits, saved)).length > 0;
  const { id: seen } = stored;
  const body = {
    ios: draft.ios,
    iosLink: draft.iosLink || null,
    android: draft.android,
    androidLink: draft.androidLink || null,
  };
  const changed = changeApp(stored, body);

  /** What was said is about the state before. */
  function edit(next: (latest: Edits) => Edits): void {
    change(next);
    say(undefined);
  }

  const act = (name: string, call: () => Promise<Stored>): Act<Stored> => ({
    name,
    call,
    refresh,
    lost: actTexts.unanswered,
    show(now) {
      setShown(now);
      // What was typed since the press is not saved.
      if (name === texts.save) change((latest) => without(latest, edits));
      return texts.saved;
    },
  });
  return (
    <Panel title={texts.title} notes={[texts.subtitle]}>
      <ActForm
        acts={acts}
        isMain
        act={act(texts.save, () => callApi(changeAvailability, { seen, ...body }))}
        className="row columns"
        after={
          <>
            {seen > 0 && (
              <ActButton
                acts={acts}
                act={act(texts.undo, () => callApi(undoAvailability, { seen }))}
              />
            )}
            {isUnsaved && (
              <button className="key" type="button" onClick={() => edit(() => none)}>
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
              onChoose={(chosen) => edit((latest) => ({ ...latest, [state]: chosen }))}
            />
            <Field
              label={texts.link(name)}
              type="url"
              value={draft[link]}
              onChange={({ target }) =>
                edit((latest) => ({ ...latest, [link]: target.value.trim() }))
              }
            />
            <QrCode text={'problem' in changed ? '' : draft[link]} label={texts.code(name)} />
          </div>
        ))}
        <Offers changed={changed} />
      </ActForm>
      {acted}
    </Panel>
  );
}

/** What an invite will say, by the rules of the invite itself; or why the state cannot be saved. */
function Offers({ changed }: { changed: ReturnType<typeof changeApp> }) {
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
