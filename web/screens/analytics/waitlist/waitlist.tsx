import { useState } from 'react';
import { Chart } from '../parts/chart.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import type { PlaceProps } from '../parts/view-in-address.ts';
import { AddressesPanel } from './addresses-panel.tsx';
import { BroughtPanel } from './brought-panel.tsx';
import { NamedLinks, type NamedLinksProps } from './named-links.tsx';
import { useWaitlistFigures } from './use-waitlist-figures.ts';
import { WaitlistCards } from './waitlist-cards.tsx';
import { waitlistTexts as texts } from './waitlist-texts.ts';
import { WavesPanel } from './waves-panel.tsx';

const series = [
  { figure: 'joined', name: texts.chart.joined, mark: 'mark-whole' },
  { figure: 'confirmed', name: texts.chart.confirmed, mark: 'mark-part' },
] as const;

/** What admins with the right see of the waitlist. Addresses are shown only when they ask for them. */
export function Waitlist(props: PlaceProps & NamedLinksProps) {
  const { view, changeView, refreshes } = props;
  // Each panel shows what the other one has changed.
  const [waveMoves, setWaveMoves] = useState(0);
  const [personMoves, setPersonMoves] = useState(0);
  const [figures, said] = useWaitlistFigures(refreshes + waveMoves + personMoves);
  return (
    <>
      <p className={said ? 'notice' : 'unseen'} role="status">
        {said ?? (figures ? '' : dashboardTexts.loading)}
      </p>
      {(figures || !said) && (
        <>
          <WaitlistCards figures={figures} />
          <Chart
            {...texts.chart}
            series={series}
            days={figures?.days.slice(-view.days)}
            range={view.days}
            onRange={(days) => changeView({ days })}
          />
        </>
      )}
      {figures && (
        <>
          <WavesPanel
            hasMail={figures.mail !== null}
            moves={personMoves}
            onMoved={() => setWaveMoves((moves) => moves + 1)}
          />
          <BroughtPanel {...props} />
          <NamedLinks {...props} />
          <AddressesPanel
            usual={figures.confirmed > 0 ? 'place' : 'newest'}
            moves={waveMoves}
            onMoved={() => setPersonMoves((moves) => moves + 1)}
          />
        </>
      )}
    </>
  );
}
