import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { becomesTrue } from '../../../testing/databases/own-time.ts';
import { postgres } from '../../../testing/databases/postgres-test-engine.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { NOON } from '../../../testing/databases/test-invites.ts';
import { storageForEachTest } from '../../../testing/databases/test-storage.ts';
import { WRITING } from './dialect.ts';

const ADMIN = { who: 'command line', at: NOON };
const NEXT = { people: 1, phone: 'iphone' } as const;

describe('people who were chosen before another transaction has changed them', () => {
  const database = storageForEachTest(postgres);
  let other: Client;
  beforeEach(async () => {
    const { storage } = database;
    other = new Client(database.url);
    await other.connect();
    await storage.waitlist.join('ana@x.example', NOON);
    await storage.members.confirm('ana@x.example', NOON);
    await storage.members.choosePhone('ana@x.example', 'iphone');
    await storage.audit.record(ADMIN, 'test-mailing');
  });
  afterEach(() => other.end());

  const acts = {
    'in a wave': () => database.storage.waves.take(NEXT, { order: 'position', seen: 0 }, ADMIN),
    'by a mailing': () =>
      database.storage.mailings.send({ subject: 'In', words: 'In.', kind: 'next', ...NEXT }, ADMIN),
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
        const { waves, mailings } = database.storage;
        assert.equal(await waves.find(1), undefined);
        assert.equal(await mailings.find(), undefined);
      });
    }
  }

  async function waitsForWriter(): Promise<boolean> {
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'";
    return (await query(database.url, waiting)).length > 0;
  }
});
