import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { backupsForEachTest } from '../../testing/databases/test-backups.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { fillEverything, silentWatch } from '../../testing/databases/test-moves.ts';
import { backUp } from './backup.ts';

for (const engine of testEngines) {
  describe(`a backup of ${engine.name}`, () => {
    const backups = backupsForEachTest(engine, fillEverything);
    const { using, backUpTo, restoreFrom } = backups;

    test('a backup is one file that only its user can read, without sessions or sign-ins', async () => {
      await backUpTo(backups.file);
      assert.deepEqual(readdirSync(backups.folder), ['one.db']);
      assert.equal(statSync(backups.file).mode & 0o777, 0o600);
      const raw = new DatabaseSync(backups.file, { readOnly: true });
      for (const table of [
        'ask',
        'session',
        'sign_in_secret',
        'sign_in_code',
        'spent_challenge',
        'budget',
      ]) {
        assert.deepEqual(raw.prepare(`SELECT * FROM ${table}`).all(), [], table);
      }
      raw.close();
    });

    test('a backup whose last rows could not be written into its file is refused and removed', async () => {
      let reader: DatabaseSync | undefined;
      const holdUp = () => {
        if (reader) return;
        const [unfinished = ''] = readdirSync(backups.folder);
        reader = new DatabaseSync(join(backups.folder, unfinished, 'backup.db'));
        // An open read transaction keeps SQLite from checkpointing the log, as a full disk does.
        reader.exec('BEGIN; SELECT * FROM waitlist');
      };
      const made = backUp(backups.url, backups.file, NOON, { ...silentWatch(), tell: holdUp });
      await assert.rejects(made, { name: 'StorageRefusal', message: /one\.db is not complete/ });
      reader?.close();
      assert.deepEqual(readdirSync(backups.folder), []);
    });

    test('a backup is consistent while the site writes', async () => {
      await using(async (storage) => {
        let ended = false;
        const writing = (async () => {
          for (let n = 0; !ended; n++) {
            await Promise.all([
              storage.waitlist.join(`${n}@x`, NOON),
              storage.appInvites.report([
                { inviteId: `j-${n}`, inviterId: 'ana', action: 'accepted', at: NOON },
              ]),
            ]);
          }
        })();
        const { differences } = await backUpTo(backups.file);
        ended = true;
        await writing;
        assert.deepEqual(differences, []);
      });
      assert.deepEqual((await restoreFrom(backups.file)).differences, []);
    });

    test('a backup replaces no file, and an interrupted backup leaves no file', async () => {
      writeFileSync(backups.file, 'dear diary');
      await assert.rejects(backUpTo(backups.file), {
        name: 'StorageRefusal',
        message: /exists already/,
      });
      assert.equal(readFileSync(backups.file, 'utf8'), 'dear diary');
      const interrupted = backUp(
        backups.url,
        join(backups.folder, 'two.db'),
        NOON,
        silentWatch({ stopAfterRows: 1 }),
      );
      await assert.rejects(interrupted, { name: 'AbortError' });
      assert.deepEqual(readdirSync(backups.folder), ['one.db']);
      await assert.rejects(backUpTo(join(backups.folder, 'nowhere', 'three.db')), {
        name: 'StorageRefusal',
        message: /^There is no folder .*nowhere/,
      });
    });
  });
}
