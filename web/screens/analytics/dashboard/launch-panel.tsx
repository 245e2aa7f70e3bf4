import { useEffect, useId, useRef, useState } from 'react';
import { countDoomed } from '../../../../contract/launch.ts';
import type { Launch } from '../../../../contract/schemas/launch.ts';
import { askUnconfirmed, getLaunch, startDeletion, stopDeletion } from '../../../browser-calls.ts';
import { CallFailure, callApi } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { CallOutcome } from './call-outcome.tsx';
import { Confirmation } from './confirmation.tsx';
import { launchTexts as texts } from './launch-texts.ts';
import { mailingTexts } from './mailing-texts.ts';
import { formatCount, formatDate } from './numbers.ts';
import { PanelHeader } from './panel-header.tsx';
import { useGuardedCalls, useMoves } from './use-guarded-calls.ts';

const { again, unread, unanswered } = mailingTexts;

interface PanelProps extends DashboardProps {
  /** Whether the site sends letters. */
  hasMail: boolean;
  /** Counts up when another panel has moved people. */
  moves: number;
  /** Called when the admin has lost the right. */
  onRefused(): void;
}

/**
 * What becomes of the waitlist once the app is out. An admin must not write to the wrong people, write twice, or delete
 * by mistake. So each act asks first, with its numbers, and is refused if the numbers have changed.
 */
export function LaunchPanel({ userId, send, hasMail, moves, onRefused }: PanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [launch, setLaunch] = useState<Launch>();
  const [asked, setAsked] = useState<'ask' | 'start'>();
  const calls = useGuardedCalls(send, onRefused);
  const { isBusy, repeat, run, setMessage } = calls;

  // What had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each of these changes
  useEffect(() => {
    if (launch && !repeat && document.activeElement === document.body) heading.current?.focus();
  }, [launch, asked, repeat]);

  useMoves(moves, launch && look);

  function look(): void {
    setAsked(undefined);
    void run(() => callApi(getLaunch, undefined), setLaunch, unread);
  }

  function ask(what: 'ask' | 'start', button: HTMLButtonElement): void {
    opener.current = button;
    setMessage(undefined);
    setAsked(what);
  }

  function act(call: () => Promise<Launch>, said: string): void {
    if (isBusy) return;
    void run(
      () => call().catch(readAgain),
      (now) => {
        setLaunch(now);
        setAsked(undefined);
        setMessage(said);
      },
      unanswered,
    );
  }

  /** Shows the present numbers with the refusal. */
  async function readAgain(error: unknown): Promise<never> {
    if (error instanceof CallFailure && error.status === 409)
      await callApi(getLaunch, undefined).then(setLaunch, () => {});
    throw error;
  }

  const steps = launch && stepsOf(launch);
  const question = asked && !repeat ? steps?.[asked] : undefined;
  return (
    <section className="panel waves" aria-labelledby={id}>
      <PanelHeader
        {...{ id, heading, isBusy }}
        title={texts.title}
        isRead={launch !== undefined}
        show={texts.show}
        again={again}
        onLook={look}
      >
        <p>{texts.subtitle}</p>
      </PanelHeader>
      {launch && (
        <>
          {launch.sentAt !== null && <Figures launch={launch} />}
          <p className="waves-none">{stateOf(launch, hasMail)}</p>
          {launch.started && <p className="waves-none">{texts.started(launch.started)}</p>}
          {launch.sentAt === null && hasMail && (
            <Row
              name={steps?.ask && texts.ask(launch.unconfirmed)}
              note={texts.neverConfirmed(launch)}
              isBusy={isBusy}
              onPress={(button) => ask('ask', button)}
            />
          )}
          {steps?.start && (
            <Row
              name={texts.start(steps.start.people)}
              note={texts.unstarted(launch)}
              isBusy={isBusy}
              onPress={(button) => ask('start', button)}
            />
          )}
          {launch.started?.canStop && (
            <Row
              name={texts.stop}
              note={texts.canStop}
              isBusy={isBusy}
              onPress={() => act(() => callApi(stopDeletion, {}), texts.stopped)}
            />
          )}
        </>
      )}
      {question && (
        <Confirmation
          // With another number the focus is on "Cancel" again.
          key={question.people}
          question={question.question}
          message={undefined}
          onAct={() =>
            act(() => callApi(question.call, { people: question.people }), question.said)
          }
          onCancel={() => {
            setAsked(undefined);
            opener.current?.focus();
          }}
        >
          {question.name}
        </Confirmation>
      )}
      <CallOutcome {...{ userId, send, calls, heading }} />
    </section>
  );
}

/** What can be done now, each with the number of people that is asked about and sent. */
function stepsOf(launch: Launch) {
  const { sentAt, askedAt, unconfirmed, open, unstarted } = launch;
  const doomed = countDoomed(unstarted);
  return {
    ask:
      sentAt === null && askedAt === null && unconfirmed > 0
        ? {
            people: unconfirmed,
            question: texts.sureAsk(unconfirmed),
            name: texts.askNow,
            call: askUnconfirmed,
            said: texts.asked(unconfirmed),
          }
        : undefined,
    start:
      open === 0 && doomed > 0
        ? {
            people: doomed,
            question: texts.sureStart(launch),
            name: texts.startNow,
            call: startDeletion,
            said: texts.isStarted,
          }
        : undefined,
  };
}

function stateOf({ sentAt, trouble, open }: Launch, hasMail: boolean): string {
  if (sentAt === null)
    return hasMail ? (trouble ?? texts.unsent) : `${trouble ?? ''} ${texts.elsewhere}`;
  const sent = texts.sent(formatDate(sentAt));
  return open > 0 ? `${sent} ${texts.notYet}` : sent;
}

interface RowProps {
  /** Of the button; without it, there is none. */
  name: string | undefined;
  note: string;
  isBusy: boolean;
  onPress(button: HTMLButtonElement): void;
}

function Row({ name, note, isBusy, onPress }: RowProps) {
  return (
    <div className="waves-take">
      {name && (
        <button
          className="key"
          type="button"
          aria-disabled={isBusy}
          onClick={({ currentTarget }) => onPress(currentTarget)}
        >
          {name}
        </button>
      )}
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
