import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import type { Phone } from '../../../../contract/phones.ts';
import type { NextPeople, TesterStore } from '../../../../contract/team-waitlist.ts';
import {
  downloadTesters,
  inviteWave,
  listWaves,
  takePeople,
  undoWave,
} from '../../../browser-calls.ts';
import { CallFailure, callApi, fetchFile } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { Confirmation } from './confirmation.tsx';
import { FreshCode } from './fresh-code.tsx';
import { formatMoment } from './numbers.ts';
import { PanelHeader } from './panel-header.tsx';
import { withQuery } from './query-client.ts';
import { TakeForm } from './take-form.tsx';
import { saveFile, useGuardedCalls, useMoves } from './use-guarded-calls.ts';
import { waitlistTexts } from './waitlist-texts.ts';
import { type Wave, WavesList } from './waves-list.tsx';

const { waves: texts } = waitlistTexts;

type Listed = ResponseOf<'listWaves'>;

interface PanelProps extends DashboardProps {
  /** Whether the site sends letters, so that people confirm. */
  hasMail: boolean;
  /** Counts up when the other panel has moved people. */
  moves: number;
  /** Called when people were moved here. */
  onMoved(): void;
  /** Called when the admin has lost the right. */
  onRefused(): void;
}

/** Lets people in: reserves the next ones as a wave, hands out its file, and invites them once the file is whole. */
export function WavesPanel({ userId, send, hasMail, moves, onMoved, onRefused }: PanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [listed, setListed] = useState<Listed>();
  /** The wave that was taken, or whose button was pressed, last. Questions and the form for a code are below it. */
  const [current, setCurrent] = useState(0);
  const [isUndoing, setIsUndoing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isTaken = useRef(false);
  const { message, setMessage, isBusy, repeat, run } = useGuardedCalls(send, onRefused);

  // After a press whose button is gone, and after a wave was taken: another press of Enter must not take one more.
  useEffect(() => {
    if (!listed || repeat || isUndoing) return;
    if (!isTaken.current && document.activeElement !== document.body) return;
    isTaken.current = false;
    const wave = list.current?.querySelector<HTMLElement>(`[data-wave="${current}"]`);
    (wave ?? heading.current)?.focus();
  }, [listed, repeat, isUndoing, current]);

  useMoves(moves, listed && look);

  function look(): void {
    choose(0);
    void run(() => callApi(listWaves, undefined), setListed);
  }

  function choose(wave: number, undoing = false): void {
    setCurrent(wave);
    setIsUndoing(undoing);
  }

  function take(next: NextPeople): void {
    if (!listed || isBusy) return;
    choose(0);
    const seen = listed.waves[0]?.id ?? 0;
    void run(
      () => changing(() => callApi(takePeople, { ...next, seen })),
      (wave) => {
        show(wave);
        setMessage(texts.taken(wave));
        isTaken.current = true;
        choose(wave.id);
      },
      texts.unanswered,
    );
  }

  function download(wave: Wave, store: TesterStore): void {
    if (isBusy) return;
    choose(wave.id);
    const file = withQuery(downloadTesters, { wave: String(wave.id), store });
    void run(
      () => changing(() => fetchFile(file)),
      (whole) => {
        saveFile(whole, `${store}-wave-${wave.id}.csv`);
        if (wave.takenAt === null) invite(wave.id, store);
        else setMessage(texts.downloaded);
      },
      texts.cut,
    );
  }

  function invite(wave: number, store: TesterStore): void {
    void run(
      () => changing(() => callApi(inviteWave, { wave })),
      (invited) => {
        show(invited);
        setMessage(texts.invited(invited, store));
      },
      texts.notInvited,
    );
  }

  function undo(wave: Wave): void {
    if (isBusy) return;
    void run(
      () => changing(() => callApi(undoWave, { wave: wave.id })),
      (undone) => {
        show(undone);
        setMessage(texts.undone(undone));
        choose(wave.id);
      },
      texts.unanswered,
    );
  }

  function show(wave: Wave): void {
    setListed((before) => before && withWave(before, wave));
    onMoved();
  }

  /** Makes a call that moves people. If others have moved some, the waves are read again before the refusal is shown. */
  async function changing<Answered>(call: () => Promise<Answered>): Promise<Answered> {
    try {
      return await call();
    } catch (error) {
      const status = error instanceof CallFailure ? error.status : undefined;
      if (status === 404 || status === 409)
        await callApi(listWaves, undefined).then(setListed, () => {});
      throw error;
    }
  }

  const order = listed?.order ?? (hasMail ? 'place' : 'joined');
  const codeForm: ReactNode = repeat && <FreshCode userId={userId} send={send} onDone={repeat} />;
  return (
    <section className="panel waves" aria-labelledby={id}>
      <PanelHeader
        {...{ id, heading, isBusy }}
        title={texts.title}
        isRead={listed !== undefined}
        show={texts.show}
        again={texts.again}
        onLook={look}
      >
        <p>{texts.order[order]}</p>
        <p>{texts.steps}</p>
      </PanelHeader>
      {listed && <TakeForm {...{ userId, listed, order, isBusy }} onTake={take} />}
      <p className={message ? 'waves-message' : 'unseen'} role="status">
        {message}
      </p>
      {current === 0 && codeForm}
      {listed && (
        <>
          <WavesList
            list={list}
            waves={listed.waves}
            isBusy={isBusy}
            current={current}
            onDownload={download}
            onUndo={(wave, button) => {
              opener.current = button;
              setMessage(undefined);
              choose(wave.id, true);
            }}
          >
            {codeForm ||
              (isUndoing && (
                <UndoQuestion
                  wave={listed.waves.find((wave) => wave.id === current)}
                  message={message}
                  onUndo={undo}
                  onCancel={() => {
                    opener.current?.focus();
                    choose(current);
                  }}
                />
              ))}
          </WavesList>
          <p className="waves-report">
            {listed.reportedAt
              ? texts.reported(formatMoment(listed.reportedAt))
              : texts.neverReported}
          </p>
        </>
      )}
    </section>
  );
}

/** Shows a wave that is new or has changed, and how many wait now. */
function withWave(listed: Listed, wave: Wave): Listed {
  const old = listed.waves.find(({ id }) => id === wave.id);
  const waves = listed.waves.map((one) => (one === old ? wave : one));
  const takenBy = (one: Wave | undefined) => (one ? one.people - one.back : 0);
  const have = (phone: Phone) => (listed[phone] ?? 0) + (old?.[phone] ?? 0) - (wave[phone] ?? 0);
  return {
    ...listed,
    waves: old ? waves : [wave, ...waves],
    waiting: listed.waiting + takenBy(old) - takenBy(wave),
    ...(listed.iphone !== undefined && { iphone: have('iphone'), android: have('android') }),
  };
}

interface QuestionProps {
  wave: Wave | undefined;
  message: string | undefined;
  onUndo(wave: Wave): void;
  onCancel(): void;
}

function UndoQuestion({ wave, message, onUndo, onCancel }: QuestionProps) {
  if (!wave) return null;
  return (
    <Confirmation
      question={texts.sure(wave)}
      message={message}
      onAct={() => onUndo(wave)}
      onCancel={onCancel}
    >
      {waitlistTexts.back}
    </Confirmation>
  );
}
