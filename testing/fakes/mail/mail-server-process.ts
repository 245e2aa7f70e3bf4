import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import type { SmtpServer } from '../../../server/settings/letters-settings.ts';
import type { Acts, ReceivedLetter } from './acts.ts';
import type { Report } from './mail-server-program.ts';

const PROGRAM = join(import.meta.dirname, 'mail-server-program.ts');

/** A fake mail server in a separate process: it answers also while the test's process is busy. */
export interface MailServerProcess {
  readonly server: SmtpServer;
  /** The letters that it accepted, in order. A letter that was sent twice is here twice. */
  readonly letters: readonly ReceivedLetter[];
  /** See `FakeMailServer.misbehave`. Resolves once it misbehaves. */
  misbehave(acts: Acts): Promise<void>;
  /** Resolves with the next letter that it accepts. */
  next(): Promise<ReceivedLetter>;
  close(): Promise<void>;
}

/** @param login the only one that it accepts; if undefined, it accepts letters without a login */
export async function startMailServerProcess(
  login?: SmtpServer['login'],
): Promise<MailServerProcess> {
  const child = fork(PROGRAM, [JSON.stringify({ login })]);
  const letters: ReceivedLetter[] = [];
  const reports = new EventEmitter();
  child.on('message', (report: Report) => {
    if (report.about === 'letter') letters.push(report.letter);
    reports.emit(report.about, report);
  });
  const [{ port }] = await once(reports, 'start');
  return {
    server: { host: '127.0.0.1', port, tls: 'none', login },
    letters,
    async misbehave(acts) {
      const done = once(reports, 'acts');
      child.send(acts);
      await done;
    },
    async next() {
      const [{ letter }] = await once(reports, 'letter');
      return letter;
    },
    async close() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
