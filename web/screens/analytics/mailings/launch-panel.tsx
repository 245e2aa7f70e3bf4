import { useId, useState } from 'react';
import { countDoomed } from '../../../../contract/launch.ts';
import type { Launch, OneLaunch } from '../../../../contract/schemas/launch.ts';
import {
  askUnconfirmed,
  getLaunch,
  goOnAfterRestore,
  moveDeletion,
  startDeletion,
  stopDeletion,
} from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, ActPlace, Said, submitterOf } from '../parts/act-button.tsx';
import { Figure } from '../parts/figure.tsx';
import { formatCount } from '../parts/numbers.ts';
import { PanelHeader } from '../parts/panel-header.tsx';
import { type Act, type Acts, useActs, useActsOfDashboard } from '../parts/use-acts.ts';
import { useDraft } from '../parts/use-draft.ts';
import { useMoves } from '../waitlist/use-moves.ts';
import { launchTexts as texts } from './launch-texts.ts';
import { mailingTexts } from './mailing-texts.ts';

interface PanelProps {
  /** Whether the site sends letters. */
  hasMail: boolean;
  /** Counts up when another panel has moved people. */
  moves: number;
}

/**
 * What becomes of the waitlist once the app is out. An admin must not write to the wrong people, write twice, or delete
 * by mistake. So each act asks first, with its numbers and days, and is refused if they have changed.
 */
export function LaunchPanel({ hasMail, moves }: PanelProps) {
  const id = useId();
  const { userId } = useActsOfDashboard();
  const [launch, setLaunch] = useState<Launch>();
  const [{ day }, setDraft] = useDraft(userId, 'launch-day', { day: '' });
  const acts = useActs();
  const look: Act<Launch> = {
    ...{ id: 'look', name: launch ? mailingTexts.again : texts.show },
    call: () => callApi(getLaunch, undefined),
    show: (now) => void setLaunch(now),
  };
  useMoves(moves, launch && (() => acts.read(look)));

  const changing: Changing = (id, name, call, said, question) => ({
    ...{ id, name, call, lost: mailingTexts.unanswered, ...(question && { question }) },
    show(now) {
      setLaunch(now);
      return said;
    },
    refresh: async () => setLaunch(await callApi(getLaunch, undefined)),
  });
  const all = launch && actsOf(launch, day, changing);
  const isBegun = launch && launch.launches.length > 0;
  return (
    <section className="panel" aria-labelledby={id}>
      <PanelHeader {...{ id, acts, look }} title={texts.title} isRead={launch !== undefined}>
        <p>{texts.subtitle}</p>
      </PanelHeader>
      {launch?.restored && <Row acts={acts} act={all?.goOn} note={launch.restored} />}
      {isBegun && <LaunchFigures launch={launch} />}
      {launch && !isBegun && <p className="row note">{stateOf(launch, hasMail)}</p>}
      {launch && !isBegun && hasMail && (
        <Row acts={acts} act={all?.ask} note={texts.neverConfirmed(launch)} />
      )}
      {launch?.launches.map((one, n) => (
        <Row key={one.id} acts={acts} act={all?.ofEach[n]} note={texts.stateOf(one)} />
      ))}
      {all?.moveDay && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (all.moveDay) acts.press(all.moveDay, submitterOf(event));
          }}
        >
          <label htmlFor={`${id}-day`}>{texts.day}</label>
          {/* React does not set it, because a date is empty while a part of it is being typed. */}
          <input
            className="input"
            id={`${id}-day`}
            type="date"
            required
            defaultValue={day}
            onChange={({ target }) => setDraft(() => ({ day: target.value }))}
          />
          <button className="key" type="submit" aria-disabled={acts.isBusy}>
            {all.moveDay.name}
          </button>
        </form>
      )}
      <ActPlace
        acts={acts}
        of={[look, all?.goOn, all?.ask, all?.moveDay, ...(all?.ofEach ?? [])]}
      />
      <Said acts={acts} />
    </section>
  );
}

type Changing = (
  id: string,
  name: string,
  call: () => Promise<Launch>,
  said: string,
  question?: string,
) => Act<Launch>;

/** What can be done now. What the admin sees is sent. */
function actsOf(launch: Launch, day: string, changing: Changing) {
  const { unconfirmed, askedAt, launches, kept } = launch;
  const [newest] = launches;
  const goOn = () => callApi(goOnAfterRestore, {});
  const ask = () => callApi(askUnconfirmed, { people: unconfirmed });
  const move = (launch: number) => () => callApi(moveDeletion, { launch, day });
  function ofOne(one: OneLaunch): Act<Launch> | undefined {
    const { id: launch, startedAt, deleted, isOpen } = one;
    if (startedAt) {
      const name = launches.length > 1 ? texts.stopOf(launch) : texts.stop;
      const stop = () => callApi(stopDeletion, { launch, startedAt });
      return deleted > 0 ? undefined : changing(`stop ${launch}`, name, stop, texts.stopped);
    }
    const people = countDoomed(one);
    const start = () => callApi(startDeletion, { launch, people });
    const [name, sure] = [texts.start(people), texts.sureStart(one, kept)];
    if (isOpen || people === 0) return undefined;
    return changing(`start ${launch}`, name, start, texts.isStarted, sure);
  }
  return {
    goOn: changing('go-on', texts.goOn, goOn, texts.wentOn, texts.sureGoOn),
    ask:
      askedAt === null && unconfirmed > 0
        ? changing(
            'ask',
            texts.ask(unconfirmed),
            ask,
            texts.asked(unconfirmed),
            texts.sureAsk(unconfirmed),
          )
        : undefined,
    moveDay:
      newest?.deleted === 0
        ? changing('move', texts.moveDay(day), move(newest.id), texts.moved, texts.sureMove(day))
        : undefined,
    ofEach: launches.map(ofOne),
  };
}

function stateOf({ trouble }: Launch, hasMail: boolean): string {
  return hasMail ? (trouble ?? texts.unsent) : `${trouble ?? ''} ${texts.elsewhere}`;
}

/** @param act if it can be done now */
function Row({ acts, act, note }: { acts: Acts; act: Act | undefined; note: string }) {
  return (
    <div className="row">
      {/* With a key, so that a second press of Start does not stop. */}
      {act && <ActButton key={act.id} acts={acts} act={act} />}
      <p>{note}</p>
    </div>
  );
}

function LaunchFigures({ launch: { kept, launches } }: { launch: Launch }) {
  return (
    <dl className="figures">
      {texts.figures.map(([key, name, note]) => (
        <Figure
          key={key}
          name={name}
          text={formatCount(
            key === 'kept' ? kept : launches.reduce((sum, one) => sum + one[key], 0),
          )}
          note={note}
        />
      ))}
    </dl>
  );
}
