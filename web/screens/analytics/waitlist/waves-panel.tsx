import { useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import {
  type NextPeople,
  phoneOfWave,
  type TesterStore,
  testerStoreOf,
} from '../../../../contract/team-waitlist.ts';
import {
  downloadTesters,
  inviteWave,
  listWaves,
  takePeople,
  undoWave,
} from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, Acted } from '../parts/act-button.tsx';
import { Icon } from '../parts/controls.tsx';
import { useDashboard } from '../parts/dashboard-context.ts';
import { actTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatMoment } from '../parts/numbers.ts';
import { LookButton, Panel } from '../parts/panel.tsx';
import { withQuery } from '../parts/query-client.ts';
import { type Act, type Acts, downloadOf, useActs, useRead } from '../parts/use-acts.ts';
import { TakeForm } from './take-form.tsx';
import { waitlistTexts } from './waitlist-texts.ts';

const { waves: texts } = waitlistTexts;
const figures = ['reserved', 'invited', 'in', 'back', 'gone'] as const;

type Listed = ResponseOf<'listWaves'>;
type Wave = Listed['waves'][number];

/** Lets people in: reserves the next ones as a wave, hands out its file, and invites them once the file is whole. */
export function WavesPanel() {
  const dashboard = useDashboard();
  const [taken, setTaken] = useState(0);
  const acts = useActs();
  const read = () => callApi(listWaves, undefined);
  const { shown: listed, look, refresh } = useRead(acts, texts.show, read);

  const take = (next: NextPeople, name: string): Act<Wave> => ({
    name,
    async call() {
      const wave = await callApi(takePeople, { ...next, seen: listed?.waves[0]?.id ?? 0 });
      // Otherwise a press right after the answer would name an older wave as the newest, and be refused.
      await refresh().catch(() => {});
      return wave;
    },
    show(wave) {
      setTaken(wave.id);
      dashboard.refresh();
      return texts.taken(wave);
    },
    lost: actTexts.unanswered,
    refresh,
  });

  return (
    <Panel
      title={texts.title}
      notes={[listed && texts.order[listed.order], texts.steps]}
      tools={<LookButton acts={acts} look={look} isRead={listed !== undefined} />}
    >
      {listed && <TakeForm listed={listed} acts={acts} take={take} />}
      <Acted acts={acts} />
      {listed && (
        <>
          <ol className="list">
            {listed.waves.map((wave) => (
              <WaveItem
                key={wave.id}
                wave={wave}
                acts={acts}
                refresh={refresh}
                onMoved={dashboard.refresh}
                isNew={wave.id === taken}
              />
            ))}
          </ol>
          <p className="row note">
            {listed.reportedAt
              ? texts.reported(formatMoment(listed.reportedAt))
              : texts.neverReported}
          </p>
        </>
      )}
    </Panel>
  );
}

interface ItemProps {
  wave: Wave;
  acts: Acts;
  /** Whether it was taken just now, so that it gets the focus: another press of Enter must not take one more. */
  isNew: boolean;
  onMoved(): void;
  refresh(): Promise<void>;
}

/** Who was let in together. A wave that was undone stays, so that its number is never another one's. */
function WaveItem({ wave, acts, isNew, onMoved, refresh }: ItemProps) {
  const { id, takenAt, undoneAt } = wave;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);

  const download = (store: TesterStore): Act<Blob> => {
    const file = withQuery(downloadTesters, { wave: String(id), store });
    const saved = downloadOf(texts.csvOf(store, id), file, `${store}-wave-${id}.csv`);
    return {
      ...saved,
      refresh,
      show(answered) {
        const said = saved.show(answered);
        if (takenAt !== null) return said;
        acts.begin(invite(store));
        return undefined;
      },
    };
  };

  /** Follows a download, so it is pressed with the same button. */
  const invite = (store: TesterStore): Act<Wave> => ({
    name: texts.csvOf(store, id),
    lost: texts.notInvited,
    refresh,
    call: () => callApi(inviteWave, { wave: id }),
    show(invited) {
      onMoved();
      return texts.invited(invited, store);
    },
  });

  const undo: Act<Wave> = {
    name: texts.undoNow(wave),
    question: texts.sure(wave),
    lost: actTexts.unanswered,
    refresh,
    call: () => callApi(undoWave, { wave: id, people: wave.reserved + wave.invited }),
    show(undone) {
      onMoved();
      return texts.undone(undone);
    },
  };

  return (
    <li className="list-item">
      <div>
        <h3 ref={heading} tabIndex={-1}>
          {texts.name(wave)}
        </h3>
        <p>{`${formatMoment(wave.at)}${wave.who === null ? '' : `, ${wave.who}`}`}</p>
        <p>{stateOf(wave)}</p>
      </div>
      <dl className="legend">
        {figures.map((figure) => (
          <div key={figure}>
            <dt>{texts.figures[figure]}</dt>
            <dd>{formatCount(wave[figure])}</dd>
          </div>
        ))}
      </dl>
      {undoneAt === null && wave.people > wave.back + wave.gone && (
        <p className="keys">
          {(wave.mailing === null || wave.reserved === 0) &&
            storesOfWave(wave).map((store) => (
              <ActButton
                key={store}
                acts={acts}
                act={download(store)}
                text={texts.csv(store)}
                icon={<Icon of="download" />}
              />
            ))}
          {wave.reserved + wave.invited > 0 && (
            <ActButton acts={acts} act={undo} text={texts.undo} />
          )}
        </p>
      )}
    </li>
  );
}

function stateOf({ takenAt, undoneAt, mailing, people, back, gone }: Wave): string {
  if (undoneAt !== null) return texts.states.undone(formatMoment(undoneAt));
  if (people === back + gone) return texts.states.empty;
  if (mailing !== null) return texts.states.ofMailing(mailing);
  return takenAt === null ? texts.states.reserved : texts.states.invited(formatMoment(takenAt));
}

/** The stores of which some of the wave can use the file. */
function storesOfWave(wave: Wave): readonly TesterStore[] {
  const phone = phoneOfWave(wave);
  return phone ? [testerStoreOf[phone]] : Object.values(testerStoreOf);
}
