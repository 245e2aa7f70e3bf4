import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { sortFields, sortOrders } from '../../contract/analytics.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { createSqliteDatabase } from '../../testing/databases/sqlite-test-engine.ts';
import { Dice } from '../../testing/dice.ts';
import type { Engine } from '../engine.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { createInviteEvents } from '../invites/invite-events.ts';
import { createInviters } from '../invites/inviters.ts';
import { migrate } from '../migrations/migrate.ts';
import { onOneState } from '../one-state.ts';
import { createRetention } from '../retention/retention.ts';
import { selectInviters } from './analytics-queries.ts';

const NOON = Date.UTC(2025, 5, 14, 12);
const IDS = 60;
const NAMES = ['ana', 'Ana', 'ána', 'ben', 'Zoë', '\ue000', '😀', 'a_%\\', '50 %'];
const SEARCHES = ['a', 'ANA', 'id-1', '%', '_', '\\', '\0', '😀', 'nothing'];

describe('the ranking in memory', () => {
  let engine: Engine;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const database = await createSqliteDatabase();
    remove = database.remove;
    engine = await openEngine(database.url, 'server');
    await engine.migrate(migrate);
  });
  afterEach(async () => {
    await engine.close();
    await remove();
  });

  /** Compares the engine's ranking with the queries for engines without a ranking, in one state of the database. */
  async function assertEqualsSql(search: string, offset: number, limit?: number): Promise<void> {
    for (const sort of sortFields) {
      for (const order of sortOrders) {
        const rows = { search, sort, order, offset, limit };
        const [ranked, queried] = await onOneState(engine.reports, async (db) => {
          const { n } = await db
            .selectFrom('inviter_total')
            .select((of) => of.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow();
          const inSql = { rankInviters: undefined };
          return [
            await selectInviters(engine, db, rows, n),
            await selectInviters(inSql, db, rows, n),
          ];
        });
        const message = JSON.stringify(rows);
        assert.deepEqual([...ranked.steps].flat(), [...queried.steps].flat(), message);
        assert.equal(ranked.matching, queried.matching, message);
      }
    }
  }

  test('equals the queries in SQL after any sequence of events, erasures, new inviters and retentions', async () => {
    const inviters = createInviters(engine);
    const events = createInviteEvents(engine);
    const retention = createRetention(engine);
    const dice = new Dice(7);
    const below = (n: number) => dice.upTo(n);
    let invites = 0;
    const anyInviter = async () => {
      const all = await engine.db.selectFrom('inviter').select('user_id').execute();
      return dice.pick(all)?.user_id ?? 'nobody';
    };
    const put = () => {
      const id = `id-${below(IDS)}-${invites++}`;
      const profile = { username: dice.pick(NAMES), firstName: null, profileImageUrl: null };
      return inviters.put({ id, ...profile });
    };
    const visit = async () => {
      const inviterId = await anyInviter();
      const action = dice.happens(0.3) ? 'download_clicked' : 'page_view';
      const at = NOON - below(400) * DAY_MS;
      await events.visit({ inviterId, action, eventId: undefined, at, excluded: undefined });
    };
    const report = async () => {
      const action = dice.happens(0.5) ? 'sent' : 'accepted';
      const inviteId = `i-${invites++}`;
      await events.report([{ inviterId: await anyInviter(), inviteId, action, at: NOON }]);
    };
    const erase = async () => {
      await inviters.erase(await anyInviter(), NOON);
    };
    // Deletes rows of the log, sometimes the newest.
    const retain = async () => {
      await retention.run(NOON + below(300) * DAY_MS);
    };
    const changes = [put, put, put, visit, visit, visit, visit, report, report, erase, retain];
    for (let round = 0; round < 60; round++) {
      for (let n = below(10); n >= 0; n--) await dice.pick(changes)();
      const limit = below(3) === 0 ? undefined : 1 + below(20);
      await assertEqualsSql(dice.happens(0.5) ? '' : dice.pick(SEARCHES), below(15), limit);
    }
  });
});
