import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { lackOfLaunch } from '../../../../contract/launch.ts';
import { PAUSED_BY_ADMIN } from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { getAvailability, getMailing, listMailings } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActPlace, Said } from '../parts/act-button.tsx';
import { formatTime } from '../parts/numbers.ts';
import { PanelHeader } from '../parts/panel-header.tsx';
import { withQuery } from '../parts/query-client.ts';
import { type Act, useActs } from '../parts/use-acts.ts';
import { MailingForm } from './mailing-form.tsx';
import { MailingItem } from './mailing-item.tsx';
import { mailingTexts as texts } from './mailing-texts.ts';

/** How often the figures of a mailing that is being sent are read, while the page is visible. */
const FOLLOW_EVERY_MS = 5_000;

interface PanelProps {
  /** Called when people were moved here. */
  onMoved(): void;
}

type Read = [ResponseOf<'listMailings'>, ResponseOf<'getAvailability'>];

/** Writes to many people at once: one mailing at a time, with the earlier mailings below it. */
export function MailingsPanel({ onMoved }: PanelProps) {
  const id = useId();
  const [listed, setListed] = useState<ResponseOf<'listMailings'>>();
  const [launchTrouble, setLaunchTrouble] = useState<string>();
  const [reads, setReads] = useState(0);
  const [sent, setSent] = useState(0);
  const acts = useActs();
  const newest = listed?.mailings[0];
  const isRunning = newest?.endedAt === null;

  const look: Act<Read> = {
    id: 'look',
    name: listed ? texts.again : texts.show,
    call: () =>
      Promise.all([callApi(listMailings, undefined), callApi(getAvailability, undefined)]),
    show([answered, app]) {
      setListed(answered);
      setLaunchTrouble(lackOfLaunch(app));
      setReads((reads) => reads + 1);
      return undefined;
    },
  };

  /** @param refusal why a mailing was not sent. If another one turns out to be running, the form that says it is gone */
  async function readAgain(refusal: string | undefined): Promise<void> {
    const read = await look.call();
    look.show(read);
    if (read[0].mailings[0]?.endedAt === null) acts.say(refusal);
  }

  function change(changed: Pick<Mailing, 'id'> & Partial<Mailing>): void {
    const merge = (one: Mailing) => (one.id === changed.id ? { ...one, ...changed } : one);
    setListed((before) => before && { ...before, mailings: before.mailings.map(merge) });
  }
  const readAt = useFollowed(isRunning ? newest : undefined, reads, change);

  return (
    <section className="panel" aria-labelledby={id}>
      <PanelHeader {...{ id, acts, look }} title={texts.title} isRead={listed !== undefined}>
        <p>{texts.subtitle}</p>
      </PanelHeader>
      <Said acts={acts} />
      <ActPlace acts={acts} of={[look]} />
      {listed?.trouble && <p className="row note">{listed.trouble}</p>}
      {listed && !listed.trouble && !isRunning && (
        <MailingForm
          launchTrouble={launchTrouble}
          needsTest={listed.needsTest}
          onTested={() => setListed({ ...listed, needsTest: false })}
          onSent={(mailing) => {
            setSent(mailing.id);
            setListed({ ...listed, needsTest: false, mailings: [mailing, ...listed.mailings] });
            acts.say(texts.sent(mailing));
            onMoved();
          }}
          onChanged={readAgain}
        />
      )}
      <p className={readAt ? 'row note' : 'unseen'} role="status">
        {readAt && texts.asOf(formatTime(readAt))}
      </p>
      {listed && listed.mailings.length > 0 && (
        <ol className="list">
          {listed.mailings.map((mailing) => (
            <MailingItem
              key={mailing.id}
              mailing={mailing}
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
