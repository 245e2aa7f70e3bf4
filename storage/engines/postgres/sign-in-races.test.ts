import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { becomesTrue } from '../../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { openTestStorage, query } from '../../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../../testing/databases/test-engine.ts';
import { NOON } from '../../../testing/databases/test-invites.ts';
import type { Storage } from '../../open.ts';

const LOCK = 1;
/** Makes each transaction wait for the lock after it has inserted a session. */
const WAIT_AFTER_SESSION = `
  CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NULL; END';
  CREATE TRIGGER wait_for_test AFTER INSERT ON session EXECUTE FUNCTION wait_for_test()`;

describe('a sign-in on one instance', () => {
  let database: TestDatabase;
  let here: Storage;
  let there: Storage;
  let holder: Client;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    const { url } = database;
    [here, there] = await Promise.all([openTestStorage(url), openTestStorage(url)]);
    holder = new Client(url);
    await holder.connect();
  });
  afterEach(async () => {
    await holder.end();
    await Promise.all([here.close(), there.close()]);
    await database.remove();
  });

  const findThere = () => there.sessions.find(Buffer.from('now'), NOON);

  /** Runs `work` after a transaction has inserted a session, and before this transaction commits. */
  async function signInDuring(work: () => Promise<unknown>): Promise<string | undefined> {
    const secret = await here.keySecret();
    const session = { phone: '+15550001111', newUserId: 'ana', secret, at: NOON };
    const begin = (token: string) =>
      here.sessions.begin({ ...session, tokenHash: Buffer.from(token), replaces: undefined });
    await begin('before');
    await here.sessions.end(Buffer.from('before'));
    await query(database.url, WAIT_AFTER_SESSION);
    await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
    const begun = begin('now');
    await becomesTrue(() => waits('advisory'), 5_000);
    let isDone = false;
    const done = work().finally(() => {
      isDone = true;
    });
    await becomesTrue(async () => isDone || (await waits('transactionid')), 5_000);
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await done;
    return await begun;
  }

  async function waits(type: string): Promise<boolean> {
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = '${type}'`;
    return (await query(database.url, waiting)).length > 0;
  }

  test('keeps its account while retention runs on another instance', async () => {
    assert.equal(await signInDuring(() => there.retention.run(NOON)), 'ana');
    assert.equal((await findThere())?.userId, 'ana');
  });

  test('is ended if another instance replaces the keys meanwhile', async () => {
    await signInDuring(() => there.rotateKeys());
    assert.equal(await findThere(), undefined);
  });
});
