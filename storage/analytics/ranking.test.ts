import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { type SortField, sortFields, sortOrders } from '../../contract/analytics.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { Dice } from '../../testing/dice.ts';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { openEngine } from '../engines/choose-engine.ts';
import type { InviteOutcome, InviteVisit } from '../events.ts';
import { createInviteEvents } from '../invites/invite-events.ts';
import { createInviters } from '../invites/inviters.ts';
import { migrate } from '../migrations/migrate.ts';
import { recordVisits } from '../recording/frequent-rules.ts';
import { GroupCommit } from '../recording/group-commit.ts';
import { createRetention } from '../retention/retention.ts';
import { searchText, withoutVariants } from '../search-text.ts';
import {
  countInviters,
  type InviterSelection,
  type InviterStats,
  readRows,
  readSteps,
} from './analytics.ts';

const NOON = Date.UTC(2025, 5, 14, 12);
const IDS = 60;
const NAMES = ['ana', 'Ana', 'ána', 'ben', 'Zoë', '\ue000', '😀', 'a_%\\', '50 %'];
const SEARCHES = ['a', 'ANA', 'id-1', '%', '_', '\\', '\0', '😀', 'nothing'];

/** The value by which each field is sorted. */
const sortedBy: Readonly<Record<SortField, (row: Row) => string | number>> = {
  username: ({ username }) => searchText(`${username}\n`),
  pageViews: ({ pageViews }) => pageViews,
  downloads: ({ downloads }) => downloads,
  webConversionRate: ({ downloads, pageViews }) => ratio(downloads, pageViews),
  appInvitesSent: ({ invitesSent }) => invitesSent,
  acceptedInvites: ({ invitesAccepted }) => invitesAccepted,
  inviteAcceptanceRate: ({ invitesAccepted, invitesSent }) => ratio(invitesAccepted, invitesSent),
};

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

interface Row extends InviterStats {
  key: number;
}

/** Selects inviters without SQL. */
function selectFrom(all: readonly Row[], { search, sort, order }: InviterSelection): Row[] {
  const value = sortedBy[sort];
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  const wanted = withoutVariants(searchText(search));
  return all
    .filter(({ id, username }) =>
      withoutVariants(searchText(`${id}\n${username}\n`)).includes(wanted),
    )
    .toSorted(
      (a, b) =>
        (order === 'asc' ? 1 : -1) * compare(value(a), value(b)) ||
        b.pageViews - a.pageViews ||
        a.key - b.key,
    );
}

async function readAll(db: Kysely<Database>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT key, user_id AS id, username, page_views AS "pageViews", downloads,
      invites_sent AS "invitesSent", invites_accepted AS "invitesAccepted"
    FROM inviter_total JOIN inviter ON key = inviter_key`.execute(db);
  return rows;
}

for (const testEngine of testEngines) {
  describe(`the order of inviters on ${testEngine.name}`, () => {
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

    /** Compares pages and lists with the selection without SQL, in one state of the database. */
    async function assertSelected(search: string, offset: number, limit: number): Promise<void> {
      const all = await readAll(engine.reports);
      for (const sort of sortFields) {
        for (const order of sortOrders) {
          const selection = { search, sort, order };
          const selected = selectFrom(all, selection);
          const page = { ...selection, offset, limit };
          assert.deepEqual(
            {
              counts: await countInviters(engine.reports, page),
              page: await readRows(engine.reports, page),
              list: [...(await readSteps(engine.reports, page))].flat(),
            },
            {
              counts: { inviters: all.length, matching: selected.length },
              page: selected.slice(offset, offset + limit).map(({ key, ...row }) => row),
              list: selected.slice(offset).map(({ key, ...row }) => row),
            },
            JSON.stringify(page),
          );
        }
      }
    }

    test('pages and lists are right after any sequence of events, erasures, new inviters and retentions', async () => {
      const inviters = createInviters(engine);
      const visits = new GroupCommit<InviteVisit, InviteOutcome>((batch) =>
        engine.transaction((db) => recordVisits(db, batch)),
      );
      const events = createInviteEvents(engine, visits);
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
        const limit = below(3) === 0 ? 1_000 : 1 + below(20);
        await assertSelected(dice.happens(0.5) ? '' : dice.pick(SEARCHES), below(15), limit);
      }
    });
  });
}
