import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { openStorage } from '../../storage/open.ts';
import { createSqliteDatabase } from '../databases/sqlite-test-engine.ts';
import { checkIntegrity, query } from '../databases/test-databases.ts';
import { Dice } from '../dice.ts';
import { addInviter, readCounters } from './visit-load.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const WRITER = join(import.meta.dirname, 'whole-batches-process.ts');
const COPIES = 10;
const SEED = 15;
/**
 * A process is killed after a random number of acknowledged batches, and a random delay after the last of them. These
 * are the maxima.
 */
const MAX_BATCHES = 10;
const MAX_DELAY_MS = 10;

/**
 * Repeatedly kills a process that writes batches with every kind of write into one SQLite file. After each kill the
 * database must contain only whole batches: those that were acknowledged, and at most one more.
 *
 * @param root the folder of the program whose storage is used
 * @returns how many batches are stored in the end, and how many of them were not acknowledged
 * @throws if the database does not contain exactly whole batches; the message has its figures
 */
export async function killWholeBatches(
  kills: number,
  root = ROOT,
): Promise<{ stored: number; unacknowledged: number }> {
  const database = await createSqliteDatabase();
  try {
    await (await openStorage(database.url, 'server')).close();
    await addInviter(database.url);
    const dice = new Dice(SEED);
    let stored = 0;
    let unacknowledged = 0;
    for (let kill = 0; kill < kills; kill++) {
      const acknowledged = await writeUntilKilled(database.url, root, stored, dice);
      const found = await readFigures(database.url);
      stored = found.kept > acknowledged * COPIES ? acknowledged + 1 : acknowledged;
      const expected = figuresOf(stored);
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        throw new Error(
          `After ${acknowledged} acknowledged batches the database has ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`,
        );
      }
      unacknowledged += stored - acknowledged;
    }
    return { stored, unacknowledged };
  } finally {
    await database.remove();
  }
}

/** @returns how many batches were acknowledged, including those before `first` */
async function writeUntilKilled(
  url: string,
  root: string,
  first: number,
  dice: Dice,
): Promise<number> {
  const child = spawn(process.execPath, [WRITER, url, root, String(first), String(COPIES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const enough = first + 1 + dice.upTo(MAX_BATCHES);
  let acknowledged = first;
  const reached = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    acknowledged = Number(line) + 1;
    if (acknowledged === enough) reached.resolve();
  });
  await Promise.race([reached.promise, closed]);
  await wait(dice.roll() * MAX_DELAY_MS);
  child.kill('SIGKILL');
  await closed;
  if (child.signalCode !== 'SIGKILL') throw new Error('The process ended before it was killed.');
  return acknowledged;
}

async function readFigures(url: string) {
  const count = async (rows: string) =>
    Number((await query(url, `SELECT count(*) AS n FROM ${rows}`))[0]?.['n']);
  const { total, excluded, differences } = await readCounters(url);
  return {
    kept: await count("waitlist WHERE email LIKE 'kept-%' AND requests = 1"),
    last: await count("waitlist WHERE email LIKE 'last-%'"),
    asked: await count("waitlist WHERE email LIKE 'asked-%'"),
    asks: await count("ask WHERE email LIKE 'asked-%'"),
    appInvites: await count('app_invite'),
    eventKeys: await count('event_key'),
    total,
    excluded,
    differences,
    integrity: await checkIntegrity(url),
  };
}

/** The figures of a database with this number of whole batches. */
function figuresOf(batches: number): Awaited<ReturnType<typeof readFigures>> {
  const each = batches * COPIES;
  return {
    kept: each,
    last: batches && COPIES,
    asked: each,
    asks: each,
    appInvites: each,
    eventKeys: 2 * each,
    total: { pageViews: 2 * each, downloads: each, invitesSent: each, invitesAccepted: each },
    excluded: batches ? { bot: each } : {},
    differences: [],
    integrity: 'ok',
  };
}
