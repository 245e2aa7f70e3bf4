/** A fake mail server as a process, which `mail-server-process.ts` starts and which obeys its messages. */
import { startFakeMailServer } from '../fake-mail-server.ts';
import type { Acts, ReceivedLetter } from './acts.ts';

/** What this program sends: its address once, each letter that it accepts, and a reply to each message. */
export type Report =
  | { about: 'start'; port: number }
  | { about: 'letter'; letter: ReceivedLetter }
  | { about: 'acts' };

const fake = await startFakeMailServer(JSON.parse(process.argv[2] ?? '{}'), (letter) =>
  report({ about: 'letter', letter }),
);
process.on('message', (acts: Acts) => {
  fake.misbehave(acts);
  report({ about: 'acts' });
});
report({ about: 'start', port: fake.server.port });

function report(what: Report): void {
  process.send?.(what);
}
