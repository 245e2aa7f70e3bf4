import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sqlite } from '../../testing/databases/sqlite-test-engine.ts';
import { RESTORE_OPTIONS } from '../../testing/databases/test-backups.ts';
import { ANA, NOON } from '../../testing/databases/test-invites.ts';
import { fillEverything, silentWatch } from '../../testing/databases/test-moves.ts';
import { openStorage } from '../open.ts';
import { backUp } from './backup.ts';
import { copyDatabase } from './copy.ts';
import { restore } from './restore.ts';

const text = (hex: string) => `CAST(x'${hex}' AS text)`;
const address = (value: string, time = '1') => `INSERT INTO waitlist VALUES (${value}, ${time}, 1)`;
/** Statements of other programs, and where the row is. */
const planted: Record<string, readonly [statement: string, table: string, row: string]> = {
  'a byte that UTF-8 does not have': [address(text('FF40')), 'waitlist', text('FF40')],
  'a character that is cut off': [address(text('F09F9840')), 'waitlist', text('F09F9840')],
  'a lone surrogate': [address(text('EDA08040')), 'waitlist', text('EDA08040')],
  'an overlong character': [address(text('C08040')), 'waitlist', text('C08040')],
  'a NUL': [address(text('610040')), 'waitlist', text('610040')],
  'bytes instead of a text': [address(`X'6140'`), 'waitlist', `X'6140'`],
  'a text instead of a time': [address(`'a@b'`, `'now'`), 'waitlist', `'a@b'`],
  'a time that is too large': [address(`'a@b'`, '9223372036854775807'), 'waitlist', `'a@b'`],
  'a time that is too small': [address(`'a@b'`, '-9223372036854775808'), 'waitlist', `'a@b'`],
  'a broken phone': [`INSERT INTO admin VALUES (${text('2BFF')}, 1, 0)`, 'admin', text('2BFF')],
  'a broken name': [`UPDATE inviter SET first_name = ${text('80')} WHERE key = 1`, 'inviter', '1'],
  'a broken reason': [
    `INSERT INTO excluded_total (day, reason, events, slot) VALUES (7, ${text('C3')}, 1, 0)`,
    'excluded_total',
    `7 AND "reason" = ${text('C3')} AND "slot" = 0`,
  ],
};

describe('a value that another program has stored on SQLite', () => {
  let folder: string;
  const pathOf = (name: string) => join(folder, name);
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'impromptu-unreadable-'));
    await using storage = await openStorage(`file:${pathOf('good.db')}`, 'server');
    await fillEverything(storage);
    await storage.close();
    await backUp(`file:${pathOf('good.db')}`, pathOf('good-backup.db'), NOON, silentWatch());
  });
  after(() => rm(folder, { recursive: true }));

  for (const [what, [statement, table, row]] of Object.entries(planted)) {
    test(`ends a copy, a backup, a restore and a list with a sentence that names its row: ${what}`, async () => {
      const [from, file, to] = ['bad.db', 'bad-backup.db', 'new.db'].map(pathOf) as [
        string,
        string,
        string,
      ];
      for (const [good, bad] of [
        ['good.db', from],
        ['good-backup.db', file],
      ] as const) {
        await copyFile(pathOf(good), bad);
        await sqlite.query(`file:${bad}`, statement);
      }
      const refusal = ({ name, message }: Error) => {
        assert.equal(name, 'StorageRefusal', message);
        assert.match(message, new RegExp(`^The table ${table} of .* has a row whose \\w+ is not`));
        assert.ok(message.endsWith(` = ${row}`), message);
        return true;
      };
      const [source, target, watch] = [`file:${from}`, `file:${to}`, silentWatch()];
      await assert.rejects(copyDatabase(source, target, watch), refusal);
      await assert.rejects(backUp(source, pathOf('backup.db'), NOON, watch), refusal);
      await assert.rejects(restore(file, target, RESTORE_OPTIONS, watch), refusal);
      await using storage = await openStorage(source, 'command');
      const list = Array.fromAsync(storage.waitlist.entries());
      if (table === 'waitlist') await assert.rejects(list, refusal);
      else assert.ok((await list).length > 0);
    });
  }
});

test('a name that is bytes instead of a text on SQLite does not break an invite or the dashboard', async (t) => {
  const database = await sqlite.create();
  t.after(() => database.remove());
  await using storage = await openStorage(database.url, 'server');
  const visit = { inviterId: ANA.id, action: 'page_view', eventId: undefined } as const;
  await storage.inviters.put(ANA);
  await storage.inviteEvents.visit({ ...visit, at: NOON, excluded: undefined });
  await sqlite.query(database.url, `UPDATE inviter SET username = X'416EFF', first_name = X'41'`);
  const found = await storage.inviters.find(ANA.id);
  assert.deepEqual([found?.username, found?.firstName], ['An\ufffd', 'A']);
  const { rows } = await storage.analytics.list({ search: '', sort: 'pageViews', order: 'desc' });
  const [[row] = []] = await Array.fromAsync(rows);
  assert.equal(row?.username, 'An\ufffd');
});
