import { useId, useState } from 'react';
import { countDoomed } from '../../../../contract/launch.ts';
import type { Launch, NewestLaunch } from '../../../../contract/schemas/launch.ts';
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

type LaunchFigure = (typeof texts.figures)[number][0];

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
  const newest = launch?.newest;
  return (
    <section className="panel" aria-labelledby={id}>
      <PanelHeader {...{ id, acts, look }} title={texts.title} isRead={launch !== undefined}>
        <p>{texts.subtitle}</p>
      </PanelHeader>
      {launch?.restored && <Row acts={acts} act={all?.goOn} note={launch.restored} />}
      {newest && <LaunchFigures figures={{ ...newest, kept: launch.kept }} />}
      {newest && <Row acts={acts} act={all?.startOrStop} note={texts.stateOf(newest)} />}
      {launch && !newest && <p className="row note">{stateOf(launch, hasMail)}</p>}
      {launch && !newest && hasMail && (
        <Row acts={acts} act={all?.ask} note={texts.neverConfirmed(launch)} />
      )}
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
      <ActPlace acts={acts} of={[look, all?.goOn, all?.ask, all?.moveDay, all?.startOrStop]} />
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
  const { unconfirmed, askedAt, newest } = launch;
  const goOn = () => callApi(goOnAfterRestore, {});
  const ask = () => callApi(askUnconfirmed, { people: unconfirmed });
  const move = () => callApi(moveDeletion, { day });
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
        ? changing('move', texts.moveDay(day), move, texts.moved, texts.sureMove(day))
        : undefined,
    startOrStop: newest ? startOrStopOf(newest, launch.kept, changing) : undefined,
  };
}

function startOrStopOf(
  newest: NewestLaunch,
  kept: number,
  changing: Changing,
): Act<Launch> | undefined {
  const { startedAt, deleted, isOpen } = newest;
  if (startedAt) {
    const stop = () => callApi(stopDeletion, { startedAt });
    return deleted > 0 ? undefined : changing('stop', texts.stop, stop, texts.stopped);
  }
  const people = countDoomed(newest);
  if (isOpen || people === 0) return undefined;
  const start = () => callApi(startDeletion, { people });
  const sure = texts.sureStart(newest, kept);
  return changing('start', texts.start(people), start, texts.isStarted, sure);
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

function LaunchFigures({ figures }: { figures: Record<LaunchFigure, number> }) {
  return (
    <dl className="figures">
      {texts.figures.map(([key, name, note]) => (
        <Figure key={key} name={name} text={formatCount(figures[key])} note={note} />
      ))}
    </dl>
  );
}
