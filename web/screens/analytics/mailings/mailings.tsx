import { useState } from 'react';
import type { PlaceProps } from '../parts/view-in-address.ts';
import { useWaitlistFigures } from '../waitlist/use-waitlist-figures.ts';
import { LaunchPanel } from './launch-panel.tsx';
import { MailingsPanel } from './mailings-panel.tsx';

/** What is written to many people, and what follows the launch. */
export function Mailings({ refreshes }: Pick<PlaceProps, 'refreshes'>) {
  const [moves, setMoves] = useState(0);
  const [figures, said] = useWaitlistFigures(refreshes);
  return (
    <>
      <p className={said ? 'notice' : 'unseen'} role="status">
        {said}
      </p>
      <MailingsPanel onMoved={() => setMoves((moves) => moves + 1)} />
      {figures && <LaunchPanel hasMail={figures.mail !== null} moves={moves} />}
    </>
  );
}
