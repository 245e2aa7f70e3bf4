import { useEffect, useEffectEvent, useState } from 'react';
import { lackOfLaunch } from '../../../../contract/launch.ts';
import { PAUSED_BY_ADMIN } from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { getAvailability, getMailing, listMailings } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { Acted } from '../parts/act-button.tsx';
import { formatTime } from '../parts/numbers.ts';
import { LookButton, Panel } from '../parts/panel.tsx';
import { withQuery } from '../parts/query-client.ts';
import { useActs, useRead } from '../parts/use-acts.ts';
import { MailingForm } from './mailing-form.tsx';
import { MailingItem } from './mailing-item.tsx';
import { mailingTexts as texts } from './mailing-texts.ts';

/** How often the figures of a mailing that is being sent are read, while the page is visible. */
const FOLLOW_EVERY_MS = 5_000;

async function readMailings() {
  const [listed, app] = await Promise.all([
    callApi(listMailings, undefined),
    callApi(getAvailability, undefined),
  ]);
  return { ...listed, launchTrouble: lackOfLaunch(app), readAt: Date.now() };
}

/** Writes to many people at once: one mailing at a time, with the earlier mailings below it. */
export function MailingsPanel({ onMoved }: { onMoved: () => void }) {
  const [sent, setSent] = useState(0);
  const acts = useActs();
  const { shown: listed, setShown, look } = useRead(acts, texts.show, readMailings);
  const { mailings = [], trouble, needsTest = true, launchTrouble } = listed ?? {};
  const isRunning = mailings[0]?.endedAt === null;

  /** @param refusal why a mailing was not sent. If another one turns out to be running, the form that says it is gone */
  async function readAgain(refusal: string | undefined): Promise<void> {
    const read = await readMailings();
    setShown(read);
    if (read.mailings[0]?.endedAt === null) acts.say(refusal);
  }

  function change(changed: Pick<Mailing, 'id'> & Partial<Mailing>): void {
    const merge = (one: Mailing) => (one.id === changed.id ? { ...one, ...changed } : one);
    setShown((before) => before && { ...before, mailings: before.mailings.map(merge) });
  }
  const stoppedAt = useFollowed(isRunning ? mailings[0] : undefined, listed?.readAt, change);

  return (
    <Panel
      title={texts.title}
      notes={[texts.subtitle]}
      tools={<LookButton acts={acts} look={look} isRead={listed !== undefined} />}
    >
      {trouble && <p className="row note">{trouble}</p>}
      {listed && !trouble && !isRunning && (
        <MailingForm
          {...{ launchTrouble, needsTest }}
          onTested={() => setShown((before) => before && { ...before, needsTest: false })}
          onSent={(mailing) => {
            setSent(mailing.id);
            setShown((before) => before && { ...before, mailings: [mailing, ...before.mailings] });
            acts.say(texts.sent(mailing));
            onMoved();
          }}
          onChanged={readAgain}
        />
      )}
      <Acted acts={acts} />
      <p className={stoppedAt ? 'row note' : 'unseen'} role="status">
        {stoppedAt && texts.asOf(formatTime(stoppedAt))}
      </p>
      {mailings.length > 0 && (
        <ol className="list">
          {mailings.map((mailing) => (
            <MailingItem
              key={mailing.id}
              {...{ mailing, acts }}
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
    </Panel>
  );
}

/**
 * Follows a mailing while the page is visible and the session may see it.
 *
 * @param readAt when the admin has read the figures
 * @returns when they were read last, if they are not read any more
 */
function useFollowed(
  mailing: Mailing | undefined,
  readAt: number | undefined,
  show: (mailing: Mailing) => void,
): number | undefined {
  const [stoppedAt, setStoppedAt] = useState<number>();
  const id = mailing?.id;
  const read = useEffectEvent(async () => {
    const answered = await callApi(withQuery(getMailing, { mailing: String(id) }), undefined);
    return { answered, before: mailing };
  });
  const showUnlessChanged = useEffectEvent(
    ({ answered, before }: Awaited<ReturnType<typeof read>>) => {
      // An act may have been answered meanwhile, and this answer may be older.
      if (mailing === before) show(answered);
    },
  );
  useEffect(() => {
    setStoppedAt(undefined);
    if (id === undefined || readAt === undefined) return;
    let last = readAt;
    const timer = setInterval(() => {
      if (document.hidden) return;
      read().then(
        (found) => {
          last = Date.now();
          showUnlessChanged(found);
        },
        () => {
          clearInterval(timer);
          setStoppedAt(last);
        },
      );
    }, FOLLOW_EVERY_MS);
    return () => clearInterval(timer);
  }, [id, readAt]);
  return stoppedAt;
}
