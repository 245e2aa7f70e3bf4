import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { calls } from '../contract/calls.ts';
import { pathTo } from '../contract/screens.ts';
import { openStorage } from '../storage/open.ts';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import { checkIntegrity } from '../testing/databases/test-databases.ts';
import type { Load } from '../testing/load/load.ts';
import {
  audit,
  INVITER,
  type Ledger,
  startSignUps,
  startVisits,
} from '../testing/load/site-load.ts';
import { RandomValues } from '../testing/random-values.ts';
import { startServer } from '../testing/server-process.ts';
import { type DiskEvent, readTrace, recorder } from './disks/disk-trace.ts';
import { LossyDisk, type Survivors, survivors } from './disks/lossy-disk.ts';
import { expectFailure, type Proof, require } from './proof.ts';

/** Sign-ups, and as many visits: enough for several checkpoints of the write-ahead log. */
const WRITES = 3_000;
/** Power cuts of each kind: during the first start, during checkpoints, and at any moment after the first start. */
const CUTS = 30;
const FEW_CUTS = 4;
/** The clocks of strace and of the client are read at slightly different moments. */
const CLOCKS_DIFFER_MS = 1;
const VIEWS_AGAIN = 200;
const KEY = 'a-key-of-the-back-end-for-the-power-cuts';

export const survivesPowerLoss: Proof = {
  id: 'D2',
  promise:
    'After a power cut every acknowledged write is in the database, even if only synced data has reached the disk.',
  // PostgreSQL's own syncs are trusted; the program refuses to start with settings that turn them off.
  variants: ['SQLite'],
  run: async () => cutPower(await record(), CUTS),
  control: {
    without: 'syncs: the disk ignores them, like SQLite with synchronous=OFF',
    run: () =>
      expectFailure(/^After a power cut/, async () => {
        const { events, ...recording } = await record();
        const isKept = ({ kind, at }: DiskEvent) =>
          kind !== 'sync-ends' || at < recording.firstAnswerAt;
        return await cutPower({ ...recording, events: events.filter(isKept) }, FEW_CUTS);
      }),
  },
};

interface Recording {
  events: readonly DiskEvent[];
  firstAnswerAt: number;
  /** @returns the writes that the client knows to be acknowledged at a moment */
  acknowledgedAt(moment: number): Ledger;
}

/** Records all that the site does with its disk from its first start on, until it is killed under load. */
async function record(): Promise<Recording> {
  require(spawnSync('strace', ['-V']).status ===
    0, 'This proof needs strace, which records the writes and syncs of a program.');
  const folder = mkdtempSync(join(tmpdir(), 'impromptu-trace-'));
  const database = await createSqliteDatabase();
  try {
    const trace = join(folder, 'trace');
    const env = { RATE_LIMITS: 'off', APP_API_KEYS: KEY, DATABASE_URL: database.url };
    const server = await startServer({ env, under: recorder(trace) });
    await putInviter(server.url);
    const firstAnswerAt = Date.now();
    const [signUps, visits] = [startSignUps(server.url), startVisits(server.url)];
    await Promise.all([signUps.reaches(WRITES), visits.reaches(WRITES)]);
    await server.kill();
    await Promise.all([signUps.stop(), visits.stop()]);
    const before = ({ sent }: Load, moment: number) => {
      const latest = moment - performance.timeOrigin - CLOCKS_DIFFER_MS;
      return sent.flatMap(({ name, at, failure }) => (failure || at > latest ? [] : name));
    };
    return {
      events: await Array.fromAsync(readTrace(trace, database.file)),
      firstAnswerAt,
      acknowledgedAt: (moment) => ({
        emails: before(signUps, moment),
        views: before(visits, moment),
      }),
    };
  } finally {
    await database.remove();
    rmSync(folder, { recursive: true });
  }
}

/** Through the site, because writes of another process would not be recorded. */
async function putInviter(url: string): Promise<void> {
  const { status } = await fetch(`${url}${pathTo(calls.putInviter, INVITER)}`, {
    method: calls.putInviter.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ username: INVITER }),
  });
  require(status === 200, `The request to add the inviter was answered ${status}.`);
}

/** Cuts the power at chosen moments. After each cut, checks several states in which the disk may be. */
async function cutPower(recording: Recording, cuts: number): Promise<string> {
  const { events, acknowledgedAt } = recording;
  const seed = randomInt(2 ** 32);
  const random = new RandomValues(seed);
  const moments = chooseMoments(recording, cuts, random);
  const disk = new LossyDisk();
  let disks = 0;
  let last = 0;
  for (const [index, event] of events.entries()) {
    disk.take(event);
    const next = events[index + 1];
    if (!moments.has(event) || !next) continue;
    const ledger = acknowledgedAt(next.at);
    last = ledger.emails.length + ledger.views.length;
    for (const which of survivors) {
      disks++;
      const trouble = await findTrouble(disk, which, ledger, random);
      require(!trouble, `After a power cut (seed ${seed}), with ${which} of the unsynced changes on the disk: ${trouble}`);
    }
  }
  require(last > WRITES, `Only ${last} writes were recorded.`);
  return `${disks} simulated disks after ${moments.size} power cuts among ${events.length} recorded disk operations and up to ${last} acknowledged writes: 0 lost, integrity ok, all counters equal the log`;
}

/** Moments during the first start, during checkpoints, and after any operation after the first start. */
function chooseMoments({ events, firstAnswerAt }: Recording, cuts: number, random: RandomValues) {
  const early = events.filter(({ at }) => at < firstAnswerAt);
  const late = events.filter(({ at }) => at >= firstAnswerAt);
  const ofCheckpoints = late.filter(({ path }) => path.endsWith('.db'));
  require(ofCheckpoints.length > 0, 'No checkpoint was recorded.');
  return new Set(
    [early, ofCheckpoints, late].flatMap((kind) =>
      Array.from({ length: cuts }, () => random.pick(kind)),
    ),
  );
}

/** @returns what is wrong on the disk; undefined if it has every acknowledged write */
async function findTrouble(
  disk: LossyDisk,
  which: Survivors,
  ledger: Ledger,
  random: RandomValues,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'impromptu-after-'));
  const url = `file:${join(folder, 'impromptu.db')}`;
  try {
    for (const [path, bytes] of disk.surviving(which, random)) {
      writeFileSync(join(folder, basename(path)), bytes);
    }
    await (await openStorage(url, 'server')).close();
    const { lost, views, differences } = await audit(url, ledger, VIEWS_AGAIN);
    if (lost > 0) return `${lost} of ${ledger.emails.length + VIEWS_AGAIN} writes are lost.`;
    if (views < ledger.views.length) return 'Some acknowledged visits are lost.';
    const integrity = await checkIntegrity(url);
    return integrity === 'ok' ? differences[0] : integrity;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
