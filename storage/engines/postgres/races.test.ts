import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { becomesTrue } from '../../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { openTestStorage, query } from '../../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../../testing/databases/test-engine.ts';
import { NOON } from '../../../testing/databases/test-invites.ts';
import type { Storage } from '../../open.ts';
import { WRITING } from './dialect.ts';

const ADMIN = { who: 'command line', at: NOON };
const NEXT = { people: 1, phone: 'iphone' } as const;

describe('people who were chosen before another transaction has changed them', () => {
  let database: TestDatabase;
  let storage: Storage;
  let other: Client;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    storage = await openTestStorage(database.url);
    other = new Client(database.url);
    await other.connect();
    await storage.waitlist.join('ana@x.example', NOON);
    await storage.members.confirm('ana@x.example', NOON);
    await storage.members.choosePhone('ana@x.example', 'iphone');
    await storage.audit.record(ADMIN, 'test-mailing');
  });
  afterEach(async () => {
    await other.end();
    await storage.close();
    await database.remove();
  });

  const acts = {
    'in a wave': () => storage.waves.take(NEXT, { order: 'position', seen: 0 }, ADMIN),
    'by a mailing': () =>
      storage.mailings.send({ subject: 'In', words: 'In.', kind: 'next', ...NEXT }, ADMIN),
  };
  const changes = {
    'have been let in': 'UPDATE waitlist SET state = 2',
    'have changed to another phone': 'UPDATE member SET phone = 1',
    'have left': 'DELETE FROM member',
  };
  for (const [how, act] of Object.entries(acts)) {
    for (const [why, change] of Object.entries(changes)) {
      test(`are not taken ${how} if they ${why}`, async () => {
        await other.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITING})`);
        const taking = act();
        await becomesTrue(waitsForWriter, 5_000);
        await other.query(`${change}; COMMIT`);
        assert.equal(await taking, 'changed');
        assert.equal(await storage.waves.find(1), undefined);
        assert.equal(await storage.mailings.find(), undefined);
      });
    }
  }

  async function waitsForWriter(): Promise<boolean> {
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'";
    return (await query(database.url, waiting)).length > 0;
  }
});
