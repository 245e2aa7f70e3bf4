import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { acts } from '../../contract/audit.ts';
import { androidStates, iosStates } from '../../contract/availability.ts';
import { exclusionReasons } from '../../contract/invite-events.ts';
import { returnResults } from '../../contract/mail.ts';
import { letterStates, mailingKinds } from '../../contract/mailings.ts';
import { phones } from '../../contract/phones.ts';
import { personStates } from '../../contract/team-waitlist.ts';
import { definitionsOf, query, testEngines } from '../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../testing/databases/test-engine.ts';
import { counterCodes } from '../invites/counters.ts';
import { letterKinds, letterPriorities } from '../letters/letter.ts';
import { suppressionReasons } from '../letters/suppressions.ts';
import { openStorage } from '../open.ts';
import { schema, type TableDefinition } from '../schema.ts';
import { signUpCounts } from '../waitlist/sign-up-refs.ts';

const tables = Object.entries<TableDefinition>(schema)
  .filter(([name, { addedBy }]) => !addedBy && name !== 'backup_moment')
  .map(([name]) => name);
/** The values of a column that the program knows. */
const values: Readonly<Record<string, readonly (string | number)[]>> = {
  'waitlist.state': [...personStates.keys()],
  'sign_up_ref.counted': Object.values(signUpCounts),
  'member.phone': [...phones.keys()],
  'letter.kind': [...letterKinds.keys()],
  'letter.priority': Object.values(letterPriorities),
  'letter.state': [...letterStates.keys()],
  'letter.returned': [...returnResults.keys()],
  'mailing.kind': [...mailingKinds.keys()],
  'stopped.reason': Object.values(suppressionReasons),
  'invite_event.counter': Object.values(counterCodes),
  'excluded_total.reason': exclusionReasons,
  'app_state.ios': iosStates,
  'app_state.android': androidStates,
  'audit.act': Object.keys(acts),
};

for (const engine of testEngines) {
  describe(`the stored database of the first release on ${engine.name}`, () => {
    const countRows = ({ url }: TestDatabase) =>
      Promise.all(
        tables.map(async (name) => {
          const [row] = await query(url, `SELECT count(*) AS n FROM ${name}`);
          return [name, Number(row?.['n'])] as const;
        }),
      );

    test('has a row in every table, and the program knows all their values', async () => {
      await using database = await engine.createStored();
      for (const [name, rows] of await countRows(database)) assert.ok(rows > 0, name);
      for (const [name, known] of Object.entries(values)) {
        const [table = '', column = ''] = name.split('.');
        const found = await query(database.url, `SELECT DISTINCT ${column} AS one FROM ${table}`);
        const stored = found.map(({ one }) => one).filter((one) => one !== null);
        assert.deepEqual(new Set(stored).difference(new Set<unknown>(known)), new Set(), name);
      }
    });

    test('is opened, brought up to date and counted right: if this fails, a change needs a migration', async () => {
      await using database = await engine.createStored();
      const before = await countRows(database);
      await using storage = await openStorage(database.url, 'server');
      assert.deepEqual(await countRows(database), before);
      assert.deepEqual(await storage.recount(), { events: 8, signUps: 1, differences: [] });
      await using fresh = await engine.createBare();
      await (await openStorage(fresh.url, 'server')).close();
      assert.deepEqual(await definitionsOf(database.url), await definitionsOf(fresh.url));
    });
  });
}
