import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { SortField } from '../../../contract/analytics.ts';
import { postgres } from '../../../testing/databases/postgres-test-engine.ts';
import { ANA, NOON } from '../../../testing/databases/test-invites.ts';
import type { Engine } from '../../engine.ts';
import { createInviteEvents } from '../../invites/invite-events.ts';
import { createInviters } from '../../invites/inviters.ts';
import { migrate } from '../../migrations/migrate.ts';
import { onOneState } from '../../one-state.ts';
import { searchText } from '../../search-text.ts';
import { openEngine } from '../choose-engine.ts';
import { parseAddress } from './requirements.ts';

/** A little longer than half of the time that a changed name may be unknown: then names are read early. */
const NAMES_ARE_OLD_MS = 5_200;
/** Names are read early within this time. */
const READ_WITHIN_MS = 2_000;
const FIRST_VIEW = '1,1\n1,1,0,0,0';

describe('the thread that orders the rows of the dashboard on PostgreSQL', () => {
  let engine: Engine;
  let url: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const database = await postgres.create();
    ({ url, remove } = database);
    engine = await openEngine(database.url, 'server');
    await engine.migrate(migrate);
    await createInviters(engine).put(ANA);
    await view(ANA.id);
  });
  afterEach(async () => {
    await engine.close();
    await remove();
  });

  async function view(inviterId: string): Promise<void> {
    const visit = { inviterId, action: 'page_view', eventId: undefined } as const;
    await createInviteEvents(engine).visit({ ...visit, at: NOON, excluded: undefined });
  }

  const rank = (search = '', sort: SortField = 'pageViews') =>
    onOneState(engine.reports, (db) =>
      engine.rankInviters(db, [searchText(search), sort, 'asc', 0, 10]),
    );

  test('gives the right answer after one whose query failed', async () => {
    const inFailedTransaction = onOneState(engine.reports, async (db) => {
      await sql`SELECT 1 / 0`.execute(db).catch(() => {});
      return engine.rankInviters(db, ['', 'pageViews', 'asc', 0, 10]);
    });
    await assert.rejects(inFailedTransaction, /current transaction is aborted/);
    assert.equal(await rank(), FIRST_VIEW);
  });

  test('finds and orders an inviter whose transaction committed after one with a higher key', async () => {
    const late = new Client(parseAddress(url, 'command').address);
    await late.connect();
    await late.query(`BEGIN;
      INSERT INTO inviter (user_id, username, search_text) VALUES ('late', 'zoe', E'late\nzoe\n')`);
    await createInviters(engine).put({ ...ANA, id: 'ben', username: 'ben' });
    await view('ben');
    assert.equal(await rank('', 'username'), '2,2\n1,1,0,0,0,3,1,0,0,0');
    await late.query('COMMIT');
    await late.end();
    await view('late');
    assert.equal(await rank('zoe', 'username'), '3,1\n2,1,0,0,0');
    assert.equal(await rank('', 'username'), '3,3\n1,1,0,0,0,3,1,0,0,0,2,1,0,0,0');
  });

  test('reads old names again before a query needs them', async () => {
    assert.equal(await rank('zoe'), '1,0');
    await createInviters(engine).put({ ...ANA, username: 'zoe' });
    await wait(NAMES_ARE_OLD_MS);
    assert.equal(await rank('zoe'), '1,0', 'this query does not read the names, but causes it');
    const until = performance.now() + READ_WITHIN_MS;
    let found = '';
    while (found !== FIRST_VIEW && performance.now() < until) found = await rank('zoe');
    assert.equal(found, FIRST_VIEW);
  });

  test('ends with the engine, also while it reads names', async () => {
    await rank('ana');
    await wait(NAMES_ARE_OLD_MS);
    await rank('ana');
    await engine.close();
    await assert.rejects(rank());
  });
});
