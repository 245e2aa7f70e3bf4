import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import {
  createPostgres,
  type PostgresProcess,
} from '../../../testing/databases/postgres-process.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { openStorage } from '../../open.ts';
import { parseAddress } from './requirements.ts';
import { scrub } from './scrub.ts';

/** The standby reports its readers once a second. */
const STATUS_INTERVAL_MS = 1_000;
/** More than any test needs. */
const LONG_MS = 60_000;

describe('deleted rows are not removed', () => {
  let primary: PostgresProcess;
  let standby: PostgresProcess;
  let address: string;
  before(async () => {
    const settings = { max_prepared_transactions: '1' };
    primary = await createPostgres({ durable: false, settings });
    standby = await primary.createStandby({
      durable: false,
      settings: {
        ...settings,
        hot_standby_feedback: 'on',
        wal_receiver_status_interval: `${STATUS_INTERVAL_MS}ms`,
        primary_slot_name: 'standby',
      },
    });
    await primary.start();
    const url = primary.urlOf('postgres');
    await query(url, "SELECT pg_create_physical_replication_slot('standby')");
    await standby.start();
    await (await openStorage(url, 'server')).close();
    ({ address } = parseAddress(url, 'command'));
  });
  after(async () => {
    await standby.remove();
    await primary.remove();
  });

  async function connectTo(server: PostgresProcess): Promise<Client> {
    const client = new Client(server.urlOf('postgres'));
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  test('while a transaction of another client, or a prepared one, began before the deletion', async () => {
    const client = await connectTo(primary);
    await client.query('BEGIN; SELECT pg_current_xact_id()');
    assert.equal(await scrub(address, undefined, 3 * STATUS_INTERVAL_MS), false);
    await client.query("PREPARE TRANSACTION 'held'");
    assert.equal(await scrub(address, undefined, 3 * STATUS_INTERVAL_MS), false);
    await client.query("ROLLBACK PREPARED 'held'");
    assert.equal(await scrub(address, undefined, LONG_MS), true);
    await client.end();
  });

  test('while a standby that has reported its readers has an older one', async () => {
    const reader = await connectTo(standby);
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT FROM pg_database');
    // A deletion, which the reader does not see.
    await query(primary.urlOf('postgres'), 'SELECT pg_current_xact_id()');
    assert.equal(await scrub(address, undefined, 3 * STATUS_INTERVAL_MS), false);
    await reader.query('COMMIT');
    assert.equal(await scrub(address, undefined, LONG_MS), true);
    await reader.end();
  });
});
