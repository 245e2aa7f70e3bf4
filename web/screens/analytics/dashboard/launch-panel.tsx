import { useId, useState } from 'react';
import { countDoomed } from '../../../../contract/launch.ts';
import type { Launch } from '../../../../contract/schemas/launch.ts';
import { askUnconfirmed, getLaunch, startDeletion, stopDeletion } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, ActPlace, Said } from './act-button.tsx';
import { launchTexts as texts } from './launch-texts.ts';
import { mailingTexts } from './mailing-texts.ts';
import { formatCount, formatDate } from './numbers.ts';
import { PanelHeader } from './panel-header.tsx';
import { type Act, type Acts, useActs } from './use-acts.ts';
import { useMoves } from './use-moves.ts';

const { again, unanswered } = mailingTexts;

interface PanelProps {
  /** Whether the site sends letters. */
  hasMail: boolean;
  /** Counts up when another panel has moved people. */
  moves: number;
}

/**
 * What becomes of the waitlist once the app is out. An admin must not write to the wrong people, write twice, or delete
 * by mistake. So each act asks first, with its numbers, and is refused if the numbers have changed.
 */
export function LaunchPanel({ hasMail, moves }: PanelProps) {
  const id = useId();
  const [launch, setLaunch] = useState<Launch>();
  const acts = useActs();
  const look: Act<Launch> = {
    ...{ id: 'look', name: launch ? again : texts.show },
    call: () => callApi(getLaunch, undefined),
    show: (now) => void setLaunch(now),
  };
  useMoves(moves, launch && (() => acts.read(look)));

  const changing = (act: Omit<Act<Launch>, 'show'>, said: string): Act<Launch> => ({
    ...act,
    show(now) {
      setLaunch(now);
      return said;
    },
    lost: unanswered,
    refresh: async () => setLaunch(await callApi(getLaunch, undefined)),
  });
  const { ask, start, stop } = launch ? actsOf(launch, changing) : {};
  return (
    <section className="panel waves" aria-labelledby={id}>
      <PanelHeader {...{ id, acts, look }} title={texts.title} isRead={launch !== undefined}>
        <p>{texts.subtitle}</p>
      </PanelHeader>
      {launch && (
        <>
          {launch.sentAt !== null && <Figures launch={launch} />}
          <p className="waves-none">{stateOf(launch, hasMail)}</p>
          {launch.started && <p className="waves-none">{texts.started(launch.started)}</p>}
          {launch.sentAt === null && hasMail && (
            <Row acts={acts} act={ask} note={texts.neverConfirmed(launch)} />
          )}
          {start && <Row acts={acts} act={start} note={texts.unstarted(launch)} />}
          {stop && <Row acts={acts} act={stop} note={texts.canStop} />}
        </>
      )}
      <ActPlace acts={acts} of={[look, ask, start, stop]} />
      <Said acts={acts} />
    </section>
  );
}

/** What can be done now. The number of people that is asked about is sent. */
function actsOf(
  launch: Launch,
  changing: (act: Omit<Act<Launch>, 'show'>, said: string) => Act<Launch>,
) {
  const { sentAt, askedAt, unconfirmed, open, unstarted, started } = launch;
  const doomed = countDoomed(unstarted);
  const canAsk = sentAt === null && askedAt === null && unconfirmed > 0;
  const ask = {
    ...{ id: 'ask', name: texts.ask(unconfirmed), question: texts.sureAsk(unconfirmed) },
    call: () => callApi(askUnconfirmed, { people: unconfirmed }),
  };
  const start = {
    ...{ id: 'start', name: texts.start(doomed), question: texts.sureStart(launch) },
    call: () => callApi(startDeletion, { people: doomed }),
  };
  const stop = {
    ...{ id: 'stop', name: texts.stop },
    call: () => callApi(stopDeletion, {}),
  };
  return {
    ask: canAsk ? changing(ask, texts.asked(unconfirmed)) : undefined,
    start: open === 0 && doomed > 0 ? changing(start, texts.isStarted) : undefined,
    stop: started?.canStop ? changing(stop, texts.stopped) : undefined,
  };
}

function stateOf({ sentAt, trouble, open }: Launch, hasMail: boolean): string {
  if (sentAt === null)
    return hasMail ? (trouble ?? texts.unsent) : `${trouble ?? ''} ${texts.elsewhere}`;
  const sent = texts.sent(formatDate(sentAt));
  return open > 0 ? `${sent} ${texts.notYet}` : sent;
}

/** @param act if it can be done now */
function Row({ acts, act, note }: { acts: Acts; act: Act | undefined; note: string }) {
  return (
    <div className="waves-take">
      {act && <ActButton acts={acts} act={act} />}
      <p>{note}</p>
    </div>
  );
}

function Figures({ launch: { toCome, kept, open, unstarted, started } }: { launch: Launch }) {
  const { told, unconfirmed, notReached, deleted } = texts.figures;
  const both = (part: 'told' | 'unconfirmed' | 'notReached') =>
    unstarted[part] + (started?.[part] ?? 0);
  const shown: [texts: readonly string[], figure: number][] = [
    [told, both('told')],
    [texts.figures.open, open],
    [unconfirmed, both('unconfirmed')],
    [notReached, both('notReached')],
    [texts.kept(toCome), kept],
    [deleted, started?.deleted ?? 0],
  ];
  return (
    <dl className="summary-figures">
      {shown.map(([[name, note], figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="summary-figure">{formatCount(figure)}</dd>
          <dd className="summary-note">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
