import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { lackOfLaunch } from '../../../../contract/launch.ts';
import { PAUSED_BY_ADMIN } from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { getAvailability, getMailing, listMailings } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { CallOutcome } from './call-outcome.tsx';
import { MailingForm } from './mailing-form.tsx';
import { MailingItem } from './mailing-item.tsx';
import { mailingTexts as texts } from './mailing-texts.ts';
import { formatTime } from './numbers.ts';
import { PanelHeader } from './panel-header.tsx';
import { withQuery } from './query-client.ts';
import { type LastCall, useFocusOnceShown, useGuardedCalls } from './use-guarded-calls.ts';

/** How often the figures of a mailing that is being sent are read, while the page is visible. */
const FOLLOW_EVERY_MS = 5_000;

interface PanelProps extends DashboardProps {
  /** Called when people were moved here. */
  onMoved(): void;
  /** Called when the admin has lost the right. */
  onRefused(): void;
}

/** Writes to many people at once: one mailing at a time, with the earlier mailings below it. */
export function MailingsPanel({ userId, send, onMoved, onRefused }: PanelProps) {
  const id = useId();
  const [listed, setListed] = useState<ResponseOf<'listMailings'>>();
  const [launchTrouble, setLaunchTrouble] = useState<string>();
  const [reads, setReads] = useState(0);
  const [sent, setSent] = useState(0);
  const lastCall: LastCall = useState<LastCall[0]>();
  const calls = useGuardedCalls(send, onRefused, lastCall);
  const { isBusy, run, setMessage } = calls;
  const heading = useFocusOnceShown(listed !== undefined && !calls.repeat);
  const newest = listed?.mailings[0];
  const isRunning = newest?.endedAt === null;

  /** @param refusal why a mailing was not sent, if that has become visible: the form with this sentence is gone then */
  function look(refusal?: string): void {
    void run(
      () => Promise.all([callApi(listMailings, undefined), callApi(getAvailability, undefined)]),
      ([answered, app]) => {
        setListed(answered);
        setLaunchTrouble(lackOfLaunch(app));
        setReads(reads + 1);
        if (!refusal || answered.mailings[0]?.endedAt !== null) return;
        setMessage(refusal);
        heading.current?.focus();
      },
      texts.unread,
    );
  }

  function change(changed: Pick<Mailing, 'id'> & Partial<Mailing>): void {
    const merge = (one: Mailing) => (one.id === changed.id ? { ...one, ...changed } : one);
    setListed((before) => before && { ...before, mailings: before.mailings.map(merge) });
  }
  const readAt = useFollowed(isRunning ? newest : undefined, reads, change);

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
        <p>{texts.subtitle}</p>
      </PanelHeader>
      <CallOutcome {...{ userId, send, calls, heading }} />
      {listed?.trouble && <p className="waves-none">{listed.trouble}</p>}
      {listed && !listed.trouble && !isRunning && (
        <MailingForm
          {...{ userId, send, launchTrouble, onRefused, lastCall }}
          needsTest={listed.needsTest}
          onTested={() => setListed({ ...listed, needsTest: false })}
          onSent={(mailing) => {
            setSent(mailing.id);
            setListed({ ...listed, needsTest: false, mailings: [mailing, ...listed.mailings] });
            onMoved();
          }}
          onChanged={look}
        />
      )}
      <p className={readAt ? 'waves-none' : 'unseen'} role="status">
        {readAt && texts.asOf(formatTime(readAt))}
      </p>
      {listed && listed.mailings.length > 0 && (
        <ol className="waves-list mailings-list">
          {listed.mailings.map((mailing) => (
            <MailingItem
              key={mailing.id}
              {...{ mailing, userId, send, onRefused, lastCall }}
              isNew={mailing.id === sent}
              onChange={(changed) => {
                change(changed);
                onMoved();
              }}
              onPaused={() => change({ id: mailing.id, pausedWhy: PAUSED_BY_ADMIN })}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/**
 * Follows a mailing while the page is visible and the session may see it.
 *
 * @param reads counts up when the admin has read the figures
 * @returns when they were read last, if they are not read any more
 */
function useFollowed(
  mailing: Mailing | undefined,
  reads: number,
  show: (mailing: Mailing) => void,
): number | undefined {
  const [stoppedAt, setStoppedAt] = useState<number>();
  const current = useEffectEvent(() => mailing);
  const shown = useEffectEvent(show);
  const id = mailing?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins again when the admin has read the figures
  useEffect(() => {
    setStoppedAt(undefined);
    if (id === undefined) return;
    const call = withQuery(getMailing, { mailing: String(id) });
    let readAt = Date.now();
    const timer = setInterval(() => {
      if (document.hidden) return;
      const before = current();
      callApi(call, undefined).then(
        (answered) => {
          readAt = Date.now();
          // An act may have been answered meanwhile, and this answer may be older.
          if (current() === before) shown(answered);
        },
        () => {
          clearInterval(timer);
          setStoppedAt(readAt);
        },
      );
    }, FOLLOW_EVERY_MS);
    return () => clearInterval(timer);
  }, [id, reads]);
  return stoppedAt;
}
