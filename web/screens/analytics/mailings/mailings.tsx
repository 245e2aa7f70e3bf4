import { useState } from 'react';
import { useDashboard } from '../parts/dashboard-context.ts';
import { useWaitlistFigures } from '../waitlist/waitlist.tsx';
import { LaunchPanel } from './launch-panel.tsx';
import { MailingsPanel } from './mailings-panel.tsx';

/** What is written to many people, and what follows the launch. */
export function Mailings() {
  const [moves, setMoves] = useState(0);
  const { figures, said } = useWaitlistFigures(useDashboard().refreshes);
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
