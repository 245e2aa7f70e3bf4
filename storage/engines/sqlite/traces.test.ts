import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { DAY_MS } from '../../../contract/durations.ts';
import { LETTER_RETENTION_DAYS } from '../../../contract/mail.ts';
import { createMigratedSqlite } from '../../../testing/databases/sqlite-test-engine.ts';
import { NOON } from '../../../testing/databases/test-invites.ts';
import { takeLetters } from '../../../testing/databases/test-mail.ts';
import { openStorage, type Storage } from '../../open.ts';

describe("erased people's bytes on SQLite's disk", () => {
  let database: Awaited<ReturnType<typeof createMigratedSqlite>>;
  let storage: Storage;
  beforeEach(async () => {
    database = await createMigratedSqlite();
    storage = await openStorage(database.url, 'server');
  });
  afterEach(async () => {
    await storage.close();
    await database.remove();
  });

  /** The remaining bytes of people whose ids begin with `gone`. */
  function traces(): string[] {
    const folder = dirname(database.file);
    return readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'latin1').matchAll(/gone-\d+/g)].map(
        ([trace]) => `${file}: ${trace}`,
      ),
    );
  }

  test('are removed when retention runs, even those of hundreds of people', async () => {
    const { inviters, appInvites, retention } = storage;
    const ids = Array.from({ length: 400 }, (_, n) => `${n % 2 ? 'gone' : 'kept'}-${n * n}`);
    const profile = { firstName: null, profileImageUrl: null };
    await Promise.all(ids.map((id) => inviters.put({ id, username: id, ...profile })));
    await appInvites.report(
      ids.map((id) => ({ inviteId: `of-${id}`, inviterId: id, action: 'sent', at: NOON })),
    );
    for (const id of ids.filter((id) => id.startsWith('gone'))) await inviters.erase(id, NOON);
    await retention.run(NOON);
    assert.deepEqual(traces(), []);
  });

  test('are removed by the next run after people have left the waitlist, and by the run that deletes their last letter', async () => {
    const { waitlist, letters, members, retention, audit, mailings } = storage;
    await letters.begin(NOON);
    const emails = Array.from(
      { length: 200 },
      (_, n) => `${n % 2 ? 'gone' : 'kept'}-${n * n}@${n}.example`,
    );
    const gone = emails.filter((email) => email.startsWith('gone'));
    await Promise.all(emails.map((email) => waitlist.join(email, NOON, { via: undefined })));
    await letters.queue(NOON);
    for (const email of emails) await members.confirm(email, NOON);
    const admin = { who: 'command line', at: NOON };
    await audit.record(admin, 'test-mailing');
    await mailings.send({ subject: 'In', words: 'In.', kind: 'everybody', people: 200 }, admin);
    for (const email of gone) await members.leave(email, NOON);
    await retention.run(NOON + 1);
    assert.deepEqual(traces(), []);
    // A new sign-up gets one more letter. Its row, which contains the address, is stored for 30 days.
    await Promise.all(gone.map((email) => waitlist.join(email, NOON + 2, { via: undefined })));
    await letters.queue(NOON + 2);
    await takeLetters(letters, NOON + 2);
    await letters.markInterrupted();
    await retention.run(NOON + 3);
    assert.notDeepEqual(traces(), []);
    for (let day = 1; day <= LETTER_RETENTION_DAYS; day++) {
      await retention.run(NOON + 2 + day * DAY_MS);
    }
    assert.deepEqual(traces(), []);
  });

  test('are removed by a later run if a long read transaction has kept them', async () => {
    const profile = { username: 'gone-1', firstName: null, profileImageUrl: null };
    await storage.inviters.put({ id: 'gone-1', ...profile });
    const reader = new DatabaseSync(database.file, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM inviter');
    await storage.inviters.erase('gone-1', NOON);
    await storage.retention.run(NOON);
    assert.notDeepEqual(traces(), []);
    reader.close();
    await storage.retention.run(NOON);
    assert.deepEqual(traces(), []);
  });
});
