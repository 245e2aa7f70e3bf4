import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openStorage } from '../storage/open.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { signUp } from '../testing/load/sign-up-load.ts';
import { PROGRAM, startServer } from '../testing/server-process.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const PEOPLE = 2_000;
/** The backup is made when this number of letters has arrived. */
const ENOUGH = 200;
/** In this time a site sends hundreds of letters. */
const WATCHED_MS = 5_000;

const withoutPause = weakening(
  'storage/moving/restore.ts',
  'await pauseLetters(filling.db, RESTORED);',
  '',
);

export const restoreSendsNothing: Proof = {
  id: 'L3',
  promise:
    'If a backup was made while letters were sent, a restore of this backup sends none of these letters.',
  variants: testEngines.map(({ name }) => name),
  run: (name) => restoreWhileSending(name, PROGRAM),
  control: {
    without: 'pausing the letters of a backup',
    run: (name) =>
      expectFailure(/letters after the restore\.$/, () =>
        withWeakened(withoutPause, (program) => restoreWhileSending(name, program)),
      ),
  },
};

/** @param program restores the backup */
async function restoreWhileSending(name: string, program: string): Promise<string> {
  const engine = testEngines.find((engine) => engine.name === name);
  if (!engine) throw new Error(`There is no engine ${name}.`);
  const [database, restored] = [await engine.create(), await engine.create()];
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-proof-'));
  const mail = await startFakeMailServer();
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
    MAIL_FROM: 'hello@impromptu.example',
    MAIL_PER_HOUR: '999999',
    MAIL_PER_DAY: '999999',
    RATE_LIMITS: 'off',
  };
  const run = (url: string, ...parameters: string[]) =>
    promisify(execFile)(program, parameters, { env: { DATABASE_URL: url } });
  try {
    await askForLetters(database.url);
    await using server = await startServer({ env: { ...env, DATABASE_URL: database.url } });
    while (mail.letters.length < ENOUGH) await mail.next();
    const file = join(folder, 'backup.db');
    await run(database.url, 'backup', file);
    await server.kill();
    const before = mail.letters.length;
    require(before < PEOPLE, 'The backup was made after the last letter.');
    await run(restored.url, 'restore', file);
    await using again = await startServer({ env: { ...env, DATABASE_URL: restored.url } });
    await setTimeout(WATCHED_MS);
    const sent = mail.letters.length - before;
    require(sent === 0, `The site sent ${sent} letters after the restore.`);
    const arrives = mail.next();
    const agent = new Agent();
    await signUp(again.url, agent, 'new@example.com');
    agent.destroy();
    require((await arrives).to.includes('new@example.com'), 'A letter of the backup was sent.');
    await again.stop();
    await using storage = await openStorage(restored.url, 'command');
    const { states } = await storage.letters.figures();
    return `backup after ${ENOUGH} of ${PEOPLE} letters: 0 sent in ${WATCHED_MS / 1_000} s, ${states.unclear} listed as unclear; a new sign-up got its letter`;
  } finally {
    await mail.close();
    await rm(folder, { recursive: true });
    await database.remove();
    await restored.remove();
  }
}

async function askForLetters(url: string): Promise<void> {
  await using storage = await openStorage(url, 'server');
  const joins = Array.from({ length: PEOPLE }, (_, n) =>
    storage.waitlist.join(`person-${n}@example.com`, Date.now(), { via: undefined }),
  );
  await Promise.all(joins);
}
