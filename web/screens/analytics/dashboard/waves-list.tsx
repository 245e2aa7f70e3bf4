import type { ReactNode, Ref } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import {
  phoneOfWave,
  type TesterStore,
  testerStoreOf,
} from '../../../../contract/team-waitlist.ts';
import { DownloadIcon } from './dashboard-icons.tsx';
import { formatCount, formatMoment } from './numbers.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { waves: texts } = waitlistTexts;
export type Wave = ResponseOf<'listWaves'>['waves'][number];
const figures = ['reserved', 'invited', 'in', 'back', 'gone'] as const;

interface ListProps {
  list: Ref<HTMLOListElement>;
  waves: readonly Wave[];
  isBusy: boolean;
  onDownload: (wave: Wave, store: TesterStore) => void;
  onUndo: (wave: Wave, button: HTMLButtonElement) => void;
  /** The wave below which the children are. */
  current: number;
  children: ReactNode;
}

/** Who was let in together. A wave that was undone stays, so that its number is never another one's. */
export function WavesList({ list, waves, current, children, ...acts }: ListProps) {
  return (
    <ol ref={list} className="waves-list">
      {waves.map((wave) => (
        <li key={wave.id} className={wave.undoneAt === null ? '' : 'wave-undone'}>
          <div>
            <h3 data-wave={wave.id} tabIndex={-1}>
              {texts.name(wave)}
            </h3>
            <p>{`${formatMoment(wave.at)}${wave.who === null ? '' : `, ${wave.who}`}`}</p>
            <p>{stateOf(wave)}</p>
          </div>
          <dl>
            {figures.map((figure) => (
              <div key={figure}>
                <dt>{texts.figures[figure]}</dt>
                <dd>{formatCount(wave[figure])}</dd>
              </div>
            ))}
          </dl>
          {wave.undoneAt === null && <Keys wave={wave} {...acts} />}
          {wave.id === current && children}
        </li>
      ))}
    </ol>
  );
}

function stateOf({ takenAt, undoneAt }: Wave): string {
  if (undoneAt !== null) return texts.states.undone(formatMoment(undoneAt));
  return takenAt === null ? texts.states.reserved : texts.states.invited(formatMoment(takenAt));
}

type KeysProps = Pick<ListProps, 'isBusy' | 'onDownload' | 'onUndo'> & { wave: Wave };

function Keys({ wave, isBusy, onDownload, onUndo }: KeysProps) {
  return (
    <p className="wave-keys">
      {storesOfWave(wave).map((store) => (
        <button
          key={store}
          className="key"
          type="button"
          aria-disabled={isBusy}
          aria-label={texts.csvOf(store, wave.id)}
          onClick={() => onDownload(wave, store)}
        >
          <DownloadIcon />
          <span>{texts.csv(store)}</span>
        </button>
      ))}
      {wave.reserved + wave.invited > 0 && (
        <button
          className="key"
          type="button"
          aria-label={texts.undoOf(wave.id)}
          onClick={({ currentTarget }) => onUndo(wave, currentTarget)}
        >
          {texts.undo}
        </button>
      )}
    </p>
  );
}

/** The stores of which some of the wave can use the file. */
function storesOfWave(wave: Wave): readonly TesterStore[] {
  const phone = phoneOfWave(wave);
  return phone ? [testerStoreOf[phone]] : Object.values(testerStoreOf);
}
