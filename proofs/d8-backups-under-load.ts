import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, testEngines } from '../testing/databases/test-databases.ts';
import {
  addInviter,
  audit,
  type Ledger,
  startSignUps,
  startVisits,
} from '../testing/load/site-load.ts';
import { PROGRAM, startServer } from '../testing/server-process.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const BACKUPS = 20;
const FEW = 2;
const WRITES_BETWEEN = 200;
/** The last visits before each backup. They are stored again, and must be recognised. */
const VISITS_AGAIN = 1_000;

export const backupsUnderLoad: Proof = {
  id: 'D8',
  promise:
    'A backup that is made while the site writes contains every write that was acknowledged before the backup began.',
  variants: testEngines.map(({ name }) => name),
  run: (engine) => backUp(engine, BACKUPS),
  control: {
    without: 'waiting for the writes: each backup begins before the writes that it must contain',
    run: (engine) => expectFailure(/are not in a backup/, () => backUp(engine, FEW, 'too early')),
  },
};

async function backUp(engine: string, count: number, ...manner: 'too early'[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-proof-'));
  await using server = await startServer({ engine, env: { RATE_LIMITS: 'off' } });
  await addInviter(server.databaseUrl);
  const signUps = startSignUps(server.url);
  const visits = startVisits(server.url);
  const backups: { file: string; ledger: Ledger }[] = [];
  let slowestMs = 0;
  const acknowledged = () => ({ emails: signUps.acknowledged, views: visits.acknowledged });
  for (let n = 1; n <= count; n++) {
    await Promise.all([signUps.reaches(WRITES_BETWEEN * n), visits.reaches(WRITES_BETWEEN * n)]);
    const file = join(folder, `${n}.db`);
    const before = acknowledged();
    const start = performance.now();
    await command(server.databaseUrl, 'backup', file);
    slowestMs = Math.max(slowestMs, performance.now() - start);
    backups.push({ file, ledger: manner.length > 0 ? acknowledged() : before });
  }
  await Promise.all([signUps.stop(), visits.stop()]);
  for (const { file, ledger } of backups) {
    const restored = await createTestDatabase(engine);
    await command(restored.url, 'restore', file);
    const { lost, views, differences } = await audit(restored.url, ledger, VISITS_AGAIN);
    require(lost === 0, `${lost} acknowledged writes are not in a backup.`);
    require(views >= ledger.views.length, 'Some acknowledged visits are not in a backup.');
    require(differences.length === 0, differences.join(' '));
    await restored.remove();
  }
  await rm(folder, { recursive: true });
  const { emails, views } = acknowledged();
  return `${count} of ${count} backups, made while ${emails.length} sign-ups and ${views.length} visits were stored, are complete; the slowest took ${(slowestMs / 1_000).toFixed(1)} s`;
}

/** @throws with the command's error message */
async function command(databaseUrl: string, ...parameters: string[]): Promise<void> {
  await promisify(execFile)(PROGRAM, parameters, { env: { DATABASE_URL: databaseUrl } });
}
