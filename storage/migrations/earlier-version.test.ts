import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '../../contract/durations.ts';
import { openTestStorage, query, testEngines } from '../../testing/databases/test-databases.ts';
import { silentWatch } from '../../testing/databases/test-moves.ts';
import { restore } from '../backup/restore.ts';

/** Written by the version of November 2026. */
const FIXTURES = join(import.meta.dirname, '../../testing/fixtures');
const NOON = Date.UTC(2025, 5, 14, 12);

describe('what the version of November 2026 has written', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'impromptu-earlier-'));
  });
  after(() => rm(folder, { recursive: true }));

  function unpack(name: string): string {
    const file = join(folder, name);
    writeFileSync(file, gunzipSync(readFileSync(join(FIXTURES, `${name}.gz`))));
    return file;
  }

  async function assertComplete(url: string): Promise<void> {
    await using storage = await openTestStorage(url);
    const { analytics, inviteEvents, recount, waitlist, members, admins } = storage;
    const report = await analytics.read({
      search: '',
      sort: 'username',
      order: 'asc',
      limit: 9,
      offset: 0,
    });
    assert.deepEqual(
      report.rows.map(({ username, pageViews, downloads, appInvitesSent, acceptedInvites }) =>
        [username, pageViews, downloads, appInvitesSent, acceptedInvites].join(' '),
      ),
      ['Ana_92 4 1 1 1', 'İstanbul 2 0 0 0', 'ΝΙΚΟΣ 1 0 1 0'],
    );
    assert.deepEqual(report.excluded, { bot: 1 });
    for (const search of ['ISTANBUL', 'νικος', 'ÁNÀ', 'ana']) {
      const found = { search, sort: 'pageViews', order: 'desc', limit: 9, offset: 0 } as const;
      assert.equal((await analytics.read(found)).matching, 1, search);
    }
    const repeated = { inviterId: 'ana', action: 'page_view', eventId: 'ana-page_view-0' } as const;
    assert.equal(
      await inviteEvents.visit({ ...repeated, at: NOON + 1, excluded: undefined }),
      'repeated',
    );
    assert.deepEqual((await recount()).differences, []);
    const entries = await Array.fromAsync(waitlist.entries());
    assert.deepEqual(
      entries.map(({ email, requests }) => `${email} ${requests}`),
      ['ada@example.com 2', 'ben@example.com 1', 'eve@example.com 1'],
    );
    assert.equal((await members.position('ben@example.com'))?.state, 'confirmed');
    assert.deepEqual(await members.position('dan@example.com'), { state: 'left' });
    assert.equal(await members.position('cyd@example.com'), undefined);
    assert.deepEqual(await admins.list(), ['+15555550100']);
  }

  test('a database is complete after its upgrade', async () => {
    await assertComplete(`file:${unpack('november-2026.db')}`);
  });

  test('after its upgrade, the figures of each day are those of the log', async () => {
    const file = unpack('november-2026.db');
    const url = `file:${file}`;
    await using storage = await openTestStorage(url);
    const log = await query(
      url,
      `SELECT username, counter, at / ${DAY_MS} AS day FROM invite_event
       JOIN inviter ON inviter.key = inviter_key`,
    );
    const days = [...new Set(log.map(({ day }) => Number(day)))];
    assert.ok(days.length > 1);
    for (const from of days) {
      const span = { from, to: from };
      const selection = { search: '', sort: 'username', order: 'asc', days: span } as const;
      const { rows } = await storage.analytics.list(selection);
      for (const { username, pageViews, appInvitesSent } of (await Array.fromAsync(rows)).flat()) {
        const own = log.filter(
          (row) => row['username'] === username && Number(row['day']) === from,
        );
        const count = (code: number) =>
          own.filter(({ counter }) => Number(counter) === code).length;
        assert.deepEqual([pageViews, appInvitesSent], [count(0), count(2)]);
      }
    }
  });

  test('a copy that was interrupted is refused', async () => {
    const file = unpack('november-2026.db');
    const database = new DatabaseSync(file);
    database.exec('INSERT INTO unfinished_copy VALUES (1)');
    database.close();
    await assert.rejects(openTestStorage(`file:${file}`), {
      name: 'StorageRefusal',
      message: /a copy that was interrupted/,
    });
  });

  for (const engine of testEngines) {
    test(`a backup is complete after its restore to ${engine.name}`, async () => {
      const { url, remove } = await engine.create();
      try {
        const options = { replaces: false, erasuresOf: [], despiteAge: true, now: Date.now() };
        await restore(unpack('november-2026-backup.db'), url, options, silentWatch());
        await assertComplete(url);
      } finally {
        await remove();
      }
    });
  }
});
