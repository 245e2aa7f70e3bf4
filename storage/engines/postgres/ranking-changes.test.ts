import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { postgres } from '../../../testing/databases/postgres-test-engine.ts';
import { ANA, NOON, openTestInvites } from '../../../testing/databases/test-invites.ts';
import { dayOf } from '../../counters.ts';
import { InviterCounts } from '../ranking/inviter-counts.ts';
import { PostgresChanges } from './ranking-changes.ts';
import { asQuery } from './ranking-thread.ts';
import { parseAddress } from './requirements.ts';

/** The key of a third inviter, besides those of `openTestInvites`. */
const CEM = 3;
/** No copy of the program uses this shard, so its rows are not locked. */
const OTHER_SHARD = 100;

describe('counts on PostgreSQL while other transactions commit', () => {
  let invites: Awaited<ReturnType<typeof openTestInvites>>;
  let reading: Client;
  let late: Client;
  let counts: InviterCounts;
  beforeEach(async () => {
    invites = await openTestInvites(postgres);
    await invites.storage.inviters.put({ ...ANA, id: 'cem' });
    [reading, late] = await Promise.all([connect(), connect()]);
    counts = new InviterCounts(new PostgresChanges());
    await refresh();
  });
  afterEach(async () => {
    await Promise.all([reading.end(), late.end()]);
    await invites.close();
  });

  async function connect(): Promise<Client> {
    const { address } = parseAddress(invites.database.url, 'command');
    const client = new Client(address);
    await client.connect();
    return client;
  }

  /** @returns false if everything was read again */
  async function refresh(): Promise<boolean> {
    const work = counts.refresh();
    let step = work.next();
    while (!step.done) {
      const { sql, parameters } = asQuery(step.value);
      const { rows } = await reading.query(sql, [...parameters]);
      step = work.next(rows[0]);
    }
    return step.value;
  }

  const views = () => [1, 2, CEM].map((key) => counts.columns.page_views[key] ?? 0);

  async function view(inviterId: string, times = 1): Promise<void> {
    const all = Array.from({ length: times }, () =>
      invites.view({ inviterId, eventId: undefined }),
    );
    await Promise.all(all);
  }

  /** Begins a transaction that records a view of Cem. */
  async function beginLateView(): Promise<void> {
    await late.query(`BEGIN;
      INSERT INTO invite_event (inviter_key, counter, at) VALUES (${CEM}, 0, ${NOON});
      INSERT INTO inviter_total VALUES (${CEM}, 1, 0, 0, 0);
      INSERT INTO day_total VALUES (${dayOf(NOON)}, ${OTHER_SHARD}, 1, 0, 0, 0);
      INSERT INTO total VALUES (${OTHER_SHARD}, 1, 0, 0, 0)`);
  }

  test('a transaction that commits after one with a higher id is found, without reading everything', async () => {
    await view('ana');
    await refresh();
    await beginLateView();
    await view('ana', 3);
    assert.equal(await refresh(), true);
    assert.deepEqual(views(), [4, 0, 0]);
    await late.query('COMMIT');
    assert.equal(await refresh(), true);
    assert.deepEqual(views(), [4, 0, 1]);
  });

  test('if it commits much later, older events are read again, but not everything', async () => {
    await view('ana');
    await refresh();
    await beginLateView();
    await view('ana', 200);
    assert.equal(await refresh(), true);
    await late.query('COMMIT');
    assert.equal(await refresh(), true);
    assert.deepEqual(views(), [201, 0, 1]);
  });

  test('if a large part of the log was added meanwhile, everything is read again', async () => {
    await view('ana');
    await refresh();
    await beginLateView();
    await reading.query("SELECT setval(pg_get_serial_sequence('invite_event', 'id'), 30000)");
    await view('ana');
    assert.equal(await refresh(), true);
    await late.query('COMMIT');
    assert.equal(await refresh(), false);
    assert.deepEqual(views(), [2, 0, 1]);
  });

  test('everything is read again after an erasure, even if it subtracts what such a transaction has added', async () => {
    await view('ben');
    await beginLateView();
    await view('ana', 200);
    await refresh();
    await late.query('COMMIT');
    await invites.storage.inviters.erase('ben', NOON);
    assert.equal(await refresh(), false);
    assert.deepEqual(views(), [200, 0, 1]);
    assert.equal(await refresh(), true);
  });

  test('everything is read again after a run of the retention, because it forgets erasures', async () => {
    await view('ana');
    await refresh();
    await invites.storage.retention.run(NOON);
    assert.equal(await refresh(), false);
    assert.equal(await refresh(), true);
  });
});
