import { useEffect, useRef } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import {
  phoneOfWave,
  type TesterStore,
  testerStoreOf,
} from '../../../../contract/team-waitlist.ts';
import { downloadTesters, inviteWave, undoWave } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, ActPlace } from '../parts/act-button.tsx';
import { DownloadIcon } from '../parts/dashboard-icons.tsx';
import { downloadFile } from '../parts/download-file.ts';
import { formatCount, formatMoment } from '../parts/numbers.ts';
import { withQuery } from '../parts/query-client.ts';
import { type Act, type Acts, useActs } from '../parts/use-acts.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { waves: texts } = waitlistTexts;
export type Wave = ResponseOf<'listWaves'>['waves'][number];
const figures = ['reserved', 'invited', 'in', 'back', 'gone'] as const;

interface ItemProps {
  wave: Wave;
  /** Whether it was taken just now, so that it gets the focus: another press of Enter must not take one more. */
  isNew: boolean;
  panel: Acts;
  onChange(wave: Wave): void;
  refresh(): Promise<void>;
}

/** Who was let in together. A wave that was undone stays, so that its number is never another one's. */
export function WaveItem({ wave, isNew, panel, onChange, refresh }: ItemProps) {
  const { id, takenAt, undoneAt } = wave;
  const heading = useRef<HTMLHeadingElement>(null);
  const acts = useActs(panel);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);

  const download = (store: TesterStore): Act<void> => ({
    id: store,
    name: texts.csvOf(store, id),
    call() {
      const file = withQuery(downloadTesters, { wave: String(id), store });
      return downloadFile(file, `${store}-wave-${id}.csv`);
    },
    show() {
      if (takenAt !== null) return texts.downloaded;
      acts.begin(invite(store));
      return undefined;
    },
    lost: texts.cut,
    refresh,
  });

  /** Follows a download, so it is pressed with the same button. */
  const invite = (store: TesterStore): Act<Wave> => ({
    ...download(store),
    call: () => callApi(inviteWave, { wave: id }),
    show(invited) {
      onChange(invited);
      return texts.invited(invited, store);
    },
    lost: texts.notInvited,
  });

  const undo: Act<Wave> = {
    id: 'undo',
    name: texts.undoNow(wave),
    question: texts.sure(wave),
    call: () => callApi(undoWave, { wave: id, people: wave.reserved + wave.invited }),
    show(undone) {
      onChange(undone);
      return texts.undone(undone);
    },
    lost: texts.unanswered,
    refresh,
  };

  const downloads =
    undoneAt === null ? storesOfWave(wave).map((store) => ({ store, act: download(store) })) : [];
  const canUndo = undoneAt === null && wave.reserved + wave.invited > 0;
  return (
    <li className={undoneAt === null ? 'list-item' : 'list-item is-over'}>
      <div>
        <h3 ref={heading} tabIndex={-1}>
          {texts.name(wave)}
        </h3>
        <p>{`${formatMoment(wave.at)}${wave.who === null ? '' : `, ${wave.who}`}`}</p>
        <p>{stateOf(wave)}</p>
      </div>
      <dl className="counts">
        {figures.map((figure) => (
          <div key={figure}>
            <dt>{texts.figures[figure]}</dt>
            <dd>{formatCount(wave[figure])}</dd>
          </div>
        ))}
      </dl>
      {undoneAt === null && (
        <p className="keys">
          {downloads.map(({ store, act }) => (
            <ActButton
              key={store}
              {...{ acts, act }}
              text={texts.csv(store)}
              icon={<DownloadIcon />}
            />
          ))}
          {canUndo && (
            <ActButton acts={acts} act={undo} text={texts.undo} label={texts.undoOf(id)} />
          )}
        </p>
      )}
      <ActPlace acts={acts} of={[...downloads.map(({ act }) => act), canUndo && undo]} />
    </li>
  );
}

function stateOf({ takenAt, undoneAt }: Wave): string {
  if (undoneAt !== null) return texts.states.undone(formatMoment(undoneAt));
  return takenAt === null ? texts.states.reserved : texts.states.invited(formatMoment(takenAt));
}

/** The stores of which some of the wave can use the file. */
function storesOfWave(wave: Wave): readonly TesterStore[] {
  const phone = phoneOfWave(wave);
  return phone ? [testerStoreOf[phone]] : Object.values(testerStoreOf);
}
