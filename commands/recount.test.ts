import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStorage } from '../storage/open.ts';
import { createTestDatabase, query } from '../testing/databases/test-databases.ts';
import { runProgram } from '../testing/server-process.ts';

test('recount accepts correct counters, and names each wrong counter', async () => {
  await using database = await createTestDatabase();
  await using storage = await openStorage(database.url, 'server');
  const profile = { username: 'ana', firstName: null, profileImageUrl: null };
  await storage.inviters.put({ id: 'ana', ...profile });
  const invite = { inviterId: 'ana', at: Date.UTC(2025, 5, 14) };
  await storage.appInvites.report([{ ...invite, inviteId: 'i-1', action: 'accepted' }]);
  const recount = () => runProgram(['recount'], { DATABASE_URL: database.url });

  const { stdout } = await recount();
  assert.match(
    stdout,
    /log of 2 events\. In all: 0 page views, 0 downloads, 1 app invites sent, 1 accepted/,
  );

  await query(database.url, 'UPDATE inviter_total SET page_views = 5, sign_ups = 1');
  await query(database.url, 'UPDATE inviter_day SET page_views = 2');
  await query(database.url, 'DELETE FROM app_invite');
  assert.deepEqual(await recount(), {
    code: 1,
    stdout: '',
    stderr: [
      '6 counters are wrong:',
      'page_views of day 20253 of the inviter with key 1 is 2, but should be 0 by the log.',
      'page_views of the inviter with key 1 is 5, but should be 2 by the days of the inviter.',
      'sign_ups of the inviter with key 1 is 1, but should be 0 by the days of the inviter.',
      'page_views of all inviters is 0, but should be 5 by the sums of the inviters.',
      'invites_sent of the inviter with key 1 is 1, but should be 0 by the table app_invite.',
      'invites_accepted of the inviter with key 1 is 1, but should be 0 by the table app_invite.\n',
    ].join('\n  '),
  });
});

test('recount prints 20 wrong counters, and how many more there are', async () => {
  await using database = await createTestDatabase();
  await using storage = await openStorage(database.url, 'server');
  const profile = { username: 'a', firstName: null, profileImageUrl: null };
  const ids = Array.from({ length: 1_021 }, (_, n) => `u${n}`);
  await storage.inviters.putAll(ids.map((id) => ({ id, ...profile })));
  for (const [wrong, title, more] of [
    [1, '1 counter is wrong:', undefined],
    [20, '20 counters are wrong:', undefined],
    [1_021, '1,021 counters are wrong:', '  And 1,001 more.'],
  ] as const) {
    await query(
      database.url,
      `INSERT INTO inviter_total (inviter_key, page_views, downloads, invites_sent, invites_accepted, sign_ups)
       SELECT key, 0, 0, 0, 0, 1 FROM inviter WHERE key <= ${wrong} AND key NOT IN (SELECT inviter_key FROM inviter_total)`,
    );
    const { code, stderr } = await runProgram(['recount'], { DATABASE_URL: database.url });
    const lines = stderr.trimEnd().split('\n');
    assert.equal(code, 1);
    assert.equal(lines[0], title);
    const shown = Math.min(wrong, 20);
    assert.match(
      lines[shown] ?? '',
      new RegExp(`^  sign_ups of the inviter with key ${shown} is 1`),
    );
    assert.deepEqual(lines.slice(shown + 1), more ? [more] : []);
  }
});
