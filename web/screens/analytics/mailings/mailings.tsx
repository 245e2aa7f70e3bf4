import { useState } from 'react';
import { LaunchPanel } from './launch-panel.tsx';
import { MailingsPanel } from './mailings-panel.tsx';

/** What is written to many people, and what follows the launch. */
export function Mailings() {
  const [moves, setMoves] = useState(0);
  return (
    <>
      <MailingsPanel onMoved={() => setMoves((moves) => moves + 1)} />
      <LaunchPanel moves={moves} />
    </>
  );
}
