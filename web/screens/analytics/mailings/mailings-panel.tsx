import { useEffect, useState } from 'react';
import { lackOfLaunch } from '../../../../contract/launch.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { getAvailability, listMailings } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { Acted } from '../parts/act-button.tsx';
import { useDashboard } from '../parts/dashboard-context.ts';
import { LookButton, Panel } from '../parts/panel.tsx';
import { type Act, useActs, useRead } from '../parts/use-acts.ts';
import { MailingForm } from './mailing-form.tsx';
import { MailingItem, readMailing } from './mailing-item.tsx';
import { mailingTexts as texts } from './mailing-texts.ts';

/** How often the figures of a mailing that is being sent are read, while the page is visible. */
const FOLLOW_EVERY_MS = 5_000;

async function readMailings() {
  const [listed, app] = await Promise.all([
    callApi(listMailings, undefined),
    callApi(getAvailability, undefined),
  ]);
  return { ...listed, launchTrouble: lackOfLaunch(app) };
}

/** Writes to many people at once: one mailing at a time, with the earlier mailings below it. */
export function MailingsPanel() {
  const { refresh } = useDashboard();
  const [sent, setSent] = useState(0);
  const acts = useActs();
  const { shown: listed, setShown, look } = useRead(acts, texts.show, readMailings);
  const { mailings = [], trouble, needsTest = true, launchTrouble } = listed ?? {};
  const running = mailings.find(({ endedAt }) => endedAt === null)?.id;

  /** @param refusal why a mailing was not sent. If another one turns out to be running, the form that says it is gone */
  async function readAgain(refusal: string | undefined): Promise<void> {
    const read = await readMailings();
    setShown(read);
    if (read.mailings[0]?.endedAt === null) acts.say(refusal);
  }

  function change(changed: Mailing): void {
    const merge = (one: Mailing) => (one.id === changed.id ? changed : one);
    setShown((before) => before && { ...before, mailings: before.mailings.map(merge) });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer lets it go on
  useEffect(() => {
    if (running === undefined) return;
    function stop(error: unknown): never {
      clearInterval(timer);
      throw error;
    }
    const follow: Act<Mailing> = {
      name: '',
      call: () => readMailing(running).catch(stop),
      show: (now) => void change(now),
    };
    const timer = setInterval(() => {
      if (!document.hidden) acts.read(follow);
    }, FOLLOW_EVERY_MS);
    return () => clearInterval(timer);
  }, [running, listed]);

  return (
    <Panel
      title={texts.title}
      notes={[texts.subtitle]}
      tools={<LookButton acts={acts} look={look} isRead={listed !== undefined} />}
    >
      {trouble && <p className="row note">{trouble}</p>}
      {listed && !trouble && running === undefined && (
        <MailingForm
          launchTrouble={launchTrouble}
          needsTest={needsTest}
          onTested={() => setShown((before) => before && { ...before, needsTest: false })}
          onSent={(mailing) => {
            setSent(mailing.id);
            setShown((before) => before && { ...before, mailings: [mailing, ...before.mailings] });
            acts.say(texts.sent(mailing));
            refresh();
          }}
          onChanged={readAgain}
        />
      )}
      <Acted acts={acts} />
      {mailings.length > 0 && (
        <ol className="list">
          {mailings.map((mailing) => (
            <MailingItem
              key={mailing.id}
              mailing={mailing}
              acts={acts}
              isNew={mailing.id === sent}
              isNewest={mailing === mailings[0]}
              canResume={!trouble}
              onChange={(changed) => {
                change(changed);
                refresh();
              }}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}
