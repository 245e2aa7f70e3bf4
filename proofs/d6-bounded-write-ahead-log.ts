import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import { exportedAddresses, startSignUps } from '../testing/load/sign-up-load.ts';
import { startServer } from '../testing/server-process.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

/**
 * Enough to exceed the limit without checkpoints: then the log grows by about 5 KiB for each write, to 150 MiB in
 * total.
 */
const WRITES = 30_000;
/** Enough time for these writes on a machine that also runs other programs. */
const MAX_SECONDS = 300;
const READERS = 3;
const MOST_BYTES = 64 * 1024 * 1024;

const WITHOUT_CHECKPOINTS = weakening(
  'storage/engines/sqlite/writer-program.ts',
  '    checkpoint(connection);\n',
  '',
);

export const boundedWriteAheadLog: Proof = {
  id: 'D6',
  promise: 'SQLite’s write-ahead log stays below 64 MiB during constant writes and reads.',
  run: () => writeWhileReading(),
  control: {
    without: 'checkpoints',
    run: () =>
      withWeakened(WITHOUT_CHECKPOINTS, (program) =>
        expectFailure(/^The log grew to /, () => writeWhileReading(program)),
      ),
  },
};

async function writeWhileReading(program?: string): Promise<string> {
  await using ends = new AsyncDisposableStack();
  const database = await createSqliteDatabase();
  ends.defer(() => database.remove());
  const env = { RATE_LIMITS: 'off', DATABASE_URL: database.url };
  const server = ends.use(await startServer({ env, ...(program && { program }) }));
  const load = startSignUps(server.url);
  let over = false;
  ends.defer(() => {
    over = true;
  });
  const readers = Array.from({ length: READERS }, async () => {
    while (!over) await exportedAddresses(database.url);
  });
  const reading = Promise.all(readers);
  let largest = 0;
  for (
    let second = 0;
    second < MAX_SECONDS && load.acknowledged.length < WRITES && largest <= MOST_BYTES;
    second++
  ) {
    // A reader that fails ends the proof.
    await Promise.race([delay(1_000), reading]);
    largest = Math.max(largest, statSync(`${database.file}-wal`).size);
  }
  over = true;
  await reading;
  await server.stop();
  await load.ended;
  require(largest > MOST_BYTES ||
    load.acknowledged.length >= WRITES, `There were only ${load.acknowledged.length} writes.`);
  require(largest <= MOST_BYTES, `The log grew to ${mebibytes(largest)}.`);
  return `${load.acknowledged.length} writes with ${READERS} constant readers, log at most ${mebibytes(largest)}`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
