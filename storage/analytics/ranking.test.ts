import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type SortField, sortFields, sortOrders } from '../../contract/analytics.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { Dice } from '../../testing/dice.ts';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { createInviteEvents } from '../invites/invite-events.ts';
import { createInviters } from '../invites/inviters.ts';
import { migrate } from '../migrations/migrate.ts';
import { onOneState } from '../one-state.ts';
import { createRetention } from '../retention/retention.ts';
import { searchText } from '../search-text.ts';
import { type Counted, type Page, selectInviters } from './analytics-queries.ts';

const NOON = Date.UTC(2025, 5, 14, 12);
const IDS = 60;
const NAMES = ['ana', 'Ana', 'ána', 'ben', 'Zoë', '\ue000', '😀', 'a_%\\', '50 %'];
const SEARCHES = ['a', 'ANA', 'id-1', '%', '_', '\\', '\0', '😀', 'nothing'];

/** The expression by which each field is sorted. */
const orders: Readonly<Record<SortField, RawBuilder<unknown>>> = {
  // `search_text` contains the id, the username and the first name, each on its own line. This cuts off the id.
  username: sql`substr(search_text, length(user_id) + 2)`,
  pageViews: sql`page_views`,
  downloads: sql`downloads`,
  webConversionRate: ratio(sql`downloads`, sql`page_views`),
  appInvitesSent: sql`invites_sent`,
  acceptedInvites: sql`invites_accepted`,
  inviteAcceptanceRate: ratio(sql`invites_accepted`, sql`invites_sent`),
};

function ratio(part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${whole} = 0 THEN 0 ELSE 1.0 * ${part} / ${whole} END`;
}

/** Selects inviters in SQL, in a way that has nothing in common with the ranking in memory. */
async function selectInSql(
  db: Kysely<Database>,
  { search, sort, order, offset, limit }: Required<Page>,
) {
  // A NUL would end the pattern after its first %, and the pattern % matches every name. No name contains NUL.
  const text = searchText(search).replaceAll('\0', '\uFFFD');
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<Counted>`
    SELECT inviter_key AS key, page_views AS "pageViews", downloads,
      invites_sent AS "invitesSent", invites_accepted AS "invitesAccepted"
    FROM inviter_total JOIN inviter ON inviter.key = inviter_key
    WHERE search_text LIKE ${pattern} ESCAPE '\\'
    ORDER BY ${orders[sort]} ${sql.raw(order)}, page_views DESC, inviter_key`.execute(db);
  const all = await db.selectFrom('inviter_total').select('inviter_key').execute();
  return {
    inviters: all.length,
    matching: rows.length,
    rows: rows.slice(offset, offset + limit),
  };
}

for (const testEngine of testEngines) {
  describe(`the ranking in memory on ${testEngine.name}`, () => {
    let engine: Engine;
    let remove: () => Promise<void>;
    beforeEach(async () => {
      const database = await testEngine.create();
      remove = database.remove;
      engine = await openEngine(database.url, 'server');
      await engine.migrate(migrate);
    });
    afterEach(async () => {
      await engine.close();
      await remove();
    });

    /** Compares the ranking with a query, in one state of the database. */
    async function assertEqualsSql(search: string, offset: number, limit: number): Promise<void> {
      await onOneState(engine.reports, async (db) => {
        for (const sort of sortFields) {
          for (const order of sortOrders) {
            const page = { search, sort, order, offset, limit };
            const { steps, ...numbers } = await selectInviters(engine, db, page);
            const ranked = { ...numbers, rows: [...steps].flat() };
            assert.deepEqual(ranked, await selectInSql(db, page), JSON.stringify(page));
          }
        }
      });
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
        const limit = below(3) === 0 ? Number.MAX_SAFE_INTEGER : 1 + below(20);
        await assertEqualsSql(dice.happens(0.5) ? '' : dice.pick(SEARCHES), below(15), limit);
      }
    });
  });
}
