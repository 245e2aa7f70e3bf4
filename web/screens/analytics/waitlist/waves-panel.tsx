import { useId, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import type { Phone } from '../../../../contract/phones.ts';
import type { NextPeople } from '../../../../contract/team-waitlist.ts';
import { listWaves, takePeople } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActPlace, Said } from '../parts/act-button.tsx';
import { formatMoment } from '../parts/numbers.ts';
import { PanelHeader } from '../parts/panel-header.tsx';
import { type Act, useActs } from '../parts/use-acts.ts';
import { TakeForm } from './take-form.tsx';
import { useMoves } from './use-moves.ts';
import { waitlistTexts } from './waitlist-texts.ts';
import { type Wave, WaveItem } from './wave-item.tsx';

const { waves: texts } = waitlistTexts;

type Listed = ResponseOf<'listWaves'>;

interface PanelProps {
  /** Whether the site sends letters, so that people confirm. */
  hasMail: boolean;
  /** Counts up when the other panel has moved people. */
  moves: number;
  /** Called when people were moved here. */
  onMoved(): void;
}

/** Lets people in: reserves the next ones as a wave, hands out its file, and invites them once the file is whole. */
export function WavesPanel({ hasMail, moves, onMoved }: PanelProps) {
  const id = useId();
  const [listed, setListed] = useState<Listed>();
  const [taken, setTaken] = useState(0);
  const acts = useActs();
  const look: Act<Listed> = {
    id: 'look',
    name: listed ? texts.again : texts.show,
    call: () => callApi(listWaves, undefined),
    show: (answered) => void setListed(answered),
  };
  useMoves(moves, listed && (() => acts.read(look)));

  const refresh = async () => setListed(await callApi(listWaves, undefined));

  function show(wave: Wave): void {
    setListed((before) => before && withWave(before, wave));
    onMoved();
  }

  const take = (next: NextPeople, name: string): Act<Wave> => ({
    id: 'take',
    name,
    call: () => callApi(takePeople, { ...next, seen: listed?.waves[0]?.id ?? 0 }),
    show(wave) {
      show(wave);
      setTaken(wave.id);
      return texts.taken(wave);
    },
    lost: texts.unanswered,
    refresh,
  });

  const order = listed?.order ?? (hasMail ? 'place' : 'joined');
  return (
    <section className="panel" aria-labelledby={id}>
      <PanelHeader id={id} title={texts.title} acts={acts} look={look} isRead={Boolean(listed)}>
        <p>{texts.order[order]}</p>
        <p>{texts.steps}</p>
      </PanelHeader>
      {listed ? (
        <TakeForm {...{ listed, order, acts, look, take }} />
      ) : (
        <ActPlace acts={acts} of={[look]} />
      )}
      <Said acts={acts} />
      {listed && (
        <>
          <ol className="list">
            {listed.waves.map((wave) => (
              <WaveItem
                key={wave.id}
                {...{ wave, refresh }}
                panel={acts}
                isNew={wave.id === taken}
                onChange={show}
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
