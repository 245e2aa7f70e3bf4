import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openStorage } from '../storage/open.ts';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import { checkIntegrity } from '../testing/databases/test-databases.ts';
import { Dice } from '../testing/dice.ts';
import { startServer } from '../testing/server-process.ts';
import { type DiskEvent, readTrace, recorder } from './disks/disk-trace.ts';
import { LossyDisk, type Survivors, survivors } from './disks/lossy-disk.ts';
import { KEY, Ledger, writeForAWhile } from './load/numbered-writes.ts';
import { type Proof, require } from './proof.ts';

/** Enough for several checkpoints of the write-ahead log. */
const WRITES = 6_000;
/** Power cuts of each kind: during the first start, during checkpoints, and at any moment after the first start. */
const CUTS = 50;
/** Without syncs a few power cuts are enough to lose writes. */
const CONTROL_CUTS = 4;

export const survivesPowerLoss: Proof = {
  id: 'D2',
  promise:
    'After a power cut every acknowledged write is in the database, even if only synced data has reached the disk.',
  // PostgreSQL's own syncs are trusted; the program refuses to start with settings that turn them off.
  variants: ['SQLite'],
  async run() {
    const { status } = spawnSync('strace', ['-V']);
    require(status ===
      0, 'This proof needs strace, which records the writes and syncs of a program.');
    const folder = mkdtempSync(join(tmpdir(), 'impromptu-trace-'));
    const database = await createSqliteDatabase();
    try {
      const trace = join(folder, 'trace');
      const server = await startServer({
        env: { RATE_LIMITS: 'off', APP_API_KEYS: KEY, DATABASE_URL: database.url },
        under: recorder(trace),
      });
      const ports = await writeForAWhile(server.url, WRITES);
      await server.kill();
      return await prove(await Array.fromAsync(readTrace(trace, database.file)), ports);
    } finally {
      await database.remove();
      rmSync(folder, { recursive: true });
    }
  },
  control: { inRun: 'syncs' },
};

async function prove(steps: readonly DiskEvent[], ports: readonly number[]): Promise<string> {
  const seed = randomInt(2 ** 32);
  const disks = await cutPower(steps, ports, CUTS, new Dice(seed));
  const troubles = disks.flatMap((disk) => disk.troubles);
  require(troubles.length === 0, `After a power cut (seed ${seed}): ${troubles[0]}`);
  const lost = disks.reduce((sum, disk) => sum + disk.lost, 0);
  require(lost === 0, `${lost} acknowledged writes are lost (seed ${seed}).`);
  const [first, last] = [disks[0]?.acknowledged, disks.at(-1)?.acknowledged];
  require(last !== undefined && last > WRITES / 2, `Only ${last} writes were recorded.`);
  const incomplete = disks.filter((disk) => disk.unsynced > 0).length;

  const answered = steps.findIndex(({ kind }) => kind === 'answered');
  const careless = steps.filter(({ kind }, index) => kind !== 'sync-ends' || index < answered);
  const control = await cutPower(careless, ports, CONTROL_CUTS, new Dice(seed));
  const worse = control.filter((disk) => disk.lost > 0 || disk.troubles.length > 0).length;
  require(worse > 0, 'Without syncs nothing was lost either: nothing was proved.');
  return `${disks.length} simulated disks after power cuts among ${steps.length.toLocaleString('en')} recorded disk operations and answers, ${incomplete} of these disks with changes that were not synced, after ${first} to ${last} acknowledged writes: 0 lost, integrity ok, all counters equal the log (control: without syncs ${worse} of ${control.length} disks had lost writes or were damaged)`;
}

/** What was found on a disk after a power cut. */
interface Aftermath {
  acknowledged: number;
  /** Number of changes that were not synced, and so may or may not be on the disk. */
  unsynced: number;
  lost: number;
  troubles: string[];
}

/** Cuts the power at chosen moments. For each cut, checks several states in which the disk may be afterwards. */
async function cutPower(
  steps: readonly DiskEvent[],
  ports: readonly number[],
  cuts: number,
  dice: Dice,
): Promise<Aftermath[]> {
  const moments = chooseMoments(steps, cuts, dice);
  const disk = new LossyDisk();
  const ledger = new Ledger(ports);
  const aftermaths: Aftermath[] = [];
  for (const [index, step] of steps.entries()) {
    disk.take(step);
    if (step.kind === 'answered') ledger.take(step);
    if (!moments.has(index)) continue;
    for (const which of survivors) {
      aftermaths.push(await lookAt(disk, which, ledger, dice));
    }
  }
  return aftermaths;
}

/** Moments during the first start, during checkpoints, and at any step after the first start. */
function chooseMoments(steps: readonly DiskEvent[], cuts: number, dice: Dice): Set<number> {
  const answered = steps.findIndex(({ kind }) => kind === 'answered');
  const all = [...steps.keys()];
  const isOfDatabase = (index: number) => {
    const step = steps[index];
    return step !== undefined && 'path' in step && step.path.endsWith('.db');
  };
  const kinds = [
    all.slice(0, answered),
    all.slice(answered).filter(isOfDatabase),
    all.slice(answered),
  ];
  const chosen = kinds.flatMap((kind) => Array.from({ length: cuts }, () => dice.pick(kind)));
  return new Set(chosen);
}

async function lookAt(
  disk: LossyDisk,
  which: Survivors,
  ledger: Ledger,
  dice: Dice,
): Promise<Aftermath> {
  const folder = mkdtempSync(join(tmpdir(), 'impromptu-after-'));
  const url = `file:${join(folder, 'impromptu.db')}`;
  const aftermath = { acknowledged: ledger.size, unsynced: disk.unsynced };
  try {
    for (const [path, bytes] of disk.surviving(which, dice)) {
      writeFileSync(join(folder, basename(path)), bytes);
    }
    const storage = await openStorage(url, 'server');
    const { differences } = await storage.inviteEvents.recount();
    await storage.close();
    const integrity = await checkIntegrity(url);
    const troubles = integrity === 'ok' ? differences : [integrity, ...differences];
    return { ...aftermath, lost: await ledger.missingIn(url), troubles };
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    const troubles = [`with ${which} of the unsynced changes on the disk, ${reason}`];
    return { ...aftermath, lost: ledger.size, troubles };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
