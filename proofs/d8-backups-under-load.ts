import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { sqliteFileOf } from '../testing/databases/sqlite-test-engine.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import type { TestDatabase, TestEngine } from '../testing/databases/test-engine.ts';
import { startSignUps } from '../testing/load/sign-up-load.ts';
import { addInviter, INVITER, startVisits } from '../testing/load/visit-load.ts';
import { startServer } from '../testing/server-process.ts';
import { impromptu } from './impromptu.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const BACKUPS = 20;
const FEW = 2;
/** The last visits before each backup. They are sent again to the restored database, which must recognise them. */
const VISITS_SENT_AGAIN = 1_000;
const LOOK_EVERY_MS = 50;
const MOST_LOG_BYTES = 64 * 1024 * 1024;

export const backupsUnderLoad: Proof = {
  id: 'D8',
  promise:
    'A backup that is made while the site writes contains every write that was acknowledged before the backup began.',
  variants: testEngines.map(({ name }) => name),
  run: (name) => backUp(engineOf(name), BACKUPS),
  control: {
    without: 'waiting for the writes: each backup begins before the writes that it must contain',
    run: (name) =>
      expectFailure(/are not in a backup/, () => backUp(engineOf(name), FEW, 'too early')),
  },
};

function engineOf(name: string): TestEngine {
  const engine = testEngines.find((engine) => engine.name === name);
  if (!engine) throw new Error(`There is no engine ${name}.`);
  return engine;
}

interface Backup {
  file: string;
  /** The writes that were acknowledged before the backup began. */
  emails: readonly string[];
  views: readonly string[];
}

async function backUp(
  engine: TestEngine,
  count: number,
  ...manner: 'too early'[]
): Promise<string> {
  const database = await engine.create();
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-proof-'));
  const server = await startServer({ env: { DATABASE_URL: database.url, RATE_LIMITS: 'off' } });
  await addInviter(database.url);
  const log = watchLog(database.url);
  const signUps = startSignUps(server.url);
  const visits = startVisits(server.url);
  const backups: Backup[] = [];
  let slowestMs = 0;
  let largest = 0;
  try {
    for (let n = 1; n <= count; n++) {
      await Promise.all([signUps.reaches(200 * n), visits.reaches(200 * n)]);
      const file = join(folder, `${n}.db`);
      const soFar = () => ({
        file,
        emails: [...signUps.acknowledged],
        views: [...visits.acknowledged],
      });
      const before = soFar();
      const start = performance.now();
      await impromptu(database.url, 'backup', file);
      slowestMs = Math.max(slowestMs, performance.now() - start);
      backups.push(manner.length > 0 ? soFar() : before);
    }
    await server.stop();
    await Promise.all([signUps.ended, visits.ended]);
    for (const backup of backups) await requireComplete(await engine.create(), backup);
  } finally {
    largest = log.stop();
    await server.kill();
    await database.remove();
    await rm(folder, { recursive: true });
  }
  require(largest <= MOST_LOG_BYTES, `The write-ahead log grew to ${mebibytes(largest)}.`);
  const meanwhile = `${signUps.acknowledged.length} sign-ups and ${visits.acknowledged.length} visits`;
  const grown = largest > 0 ? `, log at most ${mebibytes(largest)}` : '';
  return `${count} of ${count} backups, made while ${meanwhile} were stored, are complete; the slowest took ${(slowestMs / 1_000).toFixed(1)} s${grown}`;
}

/**
 * Restores a backup into an empty database. @throws unless the database then has every write that the backup must
 * contain
 */
async function requireComplete(
  restored: TestDatabase,
  { file, emails, views }: Backup,
): Promise<void> {
  await impromptu(restored.url, 'restore', file);
  await withStorage(restored.url, async ({ waitlist, inviteEvents }) => {
    const kept = new Set((await Array.fromAsync(waitlist.entries())).map(({ email }) => email));
    const lost = emails.filter((email) => !kept.has(email));
    require(lost.length === 0, `${lost.length} acknowledged addresses are not in a backup.`);
    const { total } = await inviteEvents.totals();
    require(total.pageViews >= views.length, 'Acknowledged visits are not in a backup.');
    const { differences } = await inviteEvents.recount();
    require(differences.length === 0, differences.join(' '));
    const again = views.slice(-VISITS_SENT_AGAIN).map((eventId) =>
      inviteEvents.visit({
        inviterId: INVITER,
        action: 'page_view',
        eventId,
        at: Date.now(),
        excluded: undefined,
      }),
    );
    const news = (await Promise.all(again)).filter((outcome) => outcome !== 'repeated');
    require(news.length === 0, `${news.length} acknowledged visits are not in a backup.`);
  });
  await restored.remove();
}

/** Watches the size of SQLite's write-ahead log. `stop` returns the largest size in bytes; on PostgreSQL this is 0. */
function watchLog(url: string): { stop(): number } {
  const file = `${sqliteFileOf(url)}-wal`;
  let largest = 0;
  const timer = setInterval(() => {
    largest = Math.max(largest, statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  }, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return largest;
    },
  };
}

async function withStorage(url: string, work: (storage: Storage) => Promise<void>): Promise<void> {
  const storage = await openStorage(url, 'command');
  await work(storage);
  await storage.close();
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
