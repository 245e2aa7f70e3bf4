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
import { ActButton, Acted, ActForm } from '../parts/act-button.tsx';
import { useDraft } from '../parts/dashboard-context.ts';
import { actTexts } from '../parts/dashboard-texts.ts';
import { FigureRow } from '../parts/figures.tsx';
import { formatCount, formatTime } from '../parts/numbers.ts';
import { Field, LookButton, Panel } from '../parts/panel.tsx';
import { type Act, type Acts, useActs, useRead } from '../parts/use-acts.ts';
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
  const [{ day }, setDraft] = useDraft('launch-day', { day: '' });
  const acts = useActs();
  const read = () => callApi(getLaunch, undefined);
  const { shown: launch, setShown, look, readAt, refresh } = useRead(acts, texts.show, read, moves);

  /** What the admin sees is sent. */
  const act = (
    name: string,
    call: () => Promise<Launch>,
    said: string,
    question?: string,
  ): Act<Launch> => ({
    ...{ name, call, lost: actTexts.unanswered, refresh, ...(question && { question }) },
    show(now) {
      setShown(now);
      return said;
    },
  });

  function startOrStop(newest: NewestLaunch, kept: number): Act<Launch> | undefined {
    const { startedAt, deleted, isOpen } = newest;
    if (startedAt) {
      const stop = () => callApi(stopDeletion, { startedAt });
      return deleted > 0 ? undefined : act(texts.stop, stop, texts.stopped);
    }
    const people = countDoomed(newest);
    const start = () => callApi(startDeletion, { people });
    if (isOpen || people === 0) return undefined;
    return act(texts.start(people), start, texts.isStarted, texts.sureStart(newest, kept));
  }

  const panel = {
    title: texts.title,
    notes: [texts.subtitle],
    tools: <LookButton acts={acts} look={look} isRead={launch !== undefined} />,
  };
  if (!launch) {
    return (
      <Panel {...panel}>
        <Acted acts={acts} />
      </Panel>
    );
  }
  const { unconfirmed: people, askedAt, newest, kept, restored, trouble } = launch;
  const goOn = () => callApi(goOnAfterRestore, {});
  const ask = () => callApi(askUnconfirmed, { people });
  const mayAsk = askedAt === null && people > 0;
  return (
    <Panel {...panel}>
      {restored && (
        <Row
          {...{ acts, note: restored }}
          act={act(texts.goOn, goOn, texts.wentOn, texts.sureGoOn)}
        />
      )}
      {newest && <LaunchFigures figures={{ ...newest, kept }} />}
      {newest && <p className="row note">{mailingTexts.asOf(formatTime(readAt))}</p>}
      {!newest && (
        <p className="row note">
          {hasMail ? (trouble ?? texts.unsent) : `${trouble ?? ''} ${texts.elsewhere}`}
        </p>
      )}
      {!newest && hasMail && (
        <Row
          {...{ acts, note: texts.neverConfirmed(launch) }}
          act={
            mayAsk
              ? act(texts.ask(people), ask, texts.asked(people), texts.sureAsk(people))
              : undefined
          }
        />
      )}
      {newest && <Row {...{ acts, note: texts.stateOf(newest), act: startOrStop(newest, kept) }} />}
      {newest?.deleted === 0 && (
        <ActForm
          acts={acts}
          act={act(
            texts.moveDay(day),
            () => callApi(moveDeletion, { day }),
            texts.moved,
            texts.sureMove(day),
          )}
          className="row"
          noValidate={false}
        >
          {/* React does not set it, because a date is empty while a part of it is being typed. */}
          <Field
            label={texts.day}
            type="date"
            required
            defaultValue={day}
            onChange={({ target }) => setDraft(() => ({ day: target.value }))}
          />
        </ActForm>
      )}
      <Acted acts={acts} />
    </Panel>
  );
}

/** @param act if it can be done now */
function Row({ acts, act, note }: { acts: Acts; act: Act | undefined; note: string }) {
  return (
    <div className="row">
      {/* With a key, so that a second press of Start does not stop. */}
      {act && <ActButton key={String(act.question === undefined)} acts={acts} act={act} />}
      <p>{note}</p>
    </div>
  );
}

function LaunchFigures({ figures }: { figures: Record<LaunchFigure, number> }) {
  return (
    <FigureRow
      of={texts.figures.map(([key, name, note]) => ({
        ...{ name, note },
        text: formatCount(figures[key]),
      }))}
    />
  );
}
