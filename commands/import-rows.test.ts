// Longer than usual: it has every kind of file that an operator may import, valid or not.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { errors } from '../server/http/errors.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { importRows, nothingYet } from './import-rows.ts';
import { openRows } from './import-source.ts';

const FIELDS = ['id', 'username', 'firstName', 'profileImageUrl'];
const fields = Object.fromEntries(FIELDS.map((field) => [field, '']));
const HEAD = `${FIELDS.join()}\r\n`;

describe('the rows of a file', () => {
  const folder = temporaryFolder();

  interface Item {
    id?: string;
    username?: string;
  }

  /** Imports a file. A row without an id is refused, as the storage of users does. */
  async function importPath(path: string) {
    const stored: Item[] = [];
    const imported = nothingYet();
    const store = async (rows: readonly unknown[]) => {
      const items = rows as readonly Item[];
      const refused = items.flatMap(({ id }, index) =>
        id ? [] : [{ index, error: errors.invalidId('id', 1) }],
      );
      stored.push(...items.filter(({ id }) => id));
      return { stored: items.length - refused.length, repeated: 0, refused };
    };
    let stopped = '';
    try {
      const { signal } = new AbortController();
      await importRows(openRows(path, { fields }, signal), signal, store, imported);
    } catch (error) {
      stopped = (error as Error).message;
    }
    const lines = imported.refusals.map(({ line }) => line);
    return { ...imported, ids: stored.map(({ id }) => id), items: stored, lines, stopped };
  }

  async function importFile(name: string, content: string | Buffer) {
    const path = join(folder, name);
    await writeFile(path, content);
    return await importPath(path);
  }

  test('are all read with LF, CRLF and CR in one file, as several programs write it', async () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => `u${n}`);
    const lines = ['id,username', ...ids.map((id) => `"${id}",ana`), 'bad'];
    const content = lines.map((line, n) => line + ['\r\n', '\n', '\r'][n % 3]).join('');
    const imported = await importFile('ends.csv', content);
    assert.deepEqual([imported.ids, imported.lines], [ids, [10_002]]);
  });

  test('keep quotation marks within a cell, and are counted once, whatever is wrong with them', async () => {
    const bad = ['u1,a,b,c,d,e', 'u1', 'u"1'];
    const good = ['u2,c"d', 'u3,"c"d', 'u"4,c"d"e"'];
    const { items, lines } = await importFile(
      'x',
      `id,username\n${[...bad, ...good].join('\n')}\nu5,"ana"\n`,
    );
    assert.deepEqual(
      items.map(({ id, username }) => [id, username]),
      [
        ['u2', 'c"d'],
        ['u3', '"c"d'],
        ['u"4', 'c"d"e"'],
        ['u5', 'ana'],
      ],
    );
    assert.deepEqual(lines, [2, 3, 4]);
  });

  test('may have blank columns and blank rows between them, but no text in a column without a name', async () => {
    const rows = [
      ...[',,,,,', 'id,,username,,,', 'u1,,ana,,,', 'u2,,ben', ',,,,,', ' , ,'],
      ...['u3,x,cy', 'u4,,dee,,,x'],
    ];
    const { ids, refusals } = await importFile('blank.csv', `${rows.join('\r\n')}\r\n`);
    assert.deepEqual(ids, ['u1', 'u2']);
    const sentence = 'It has more or fewer cells than the first line has names.';
    assert.deepEqual(refusals, [
      { line: 7, sentence },
      { line: 8, sentence },
    ]);
    const { stopped } = await importFile('semicolons.csv', 'id;username;;;\n1;ana;;;\n');
    assert.match(stopped, /separated by commas, and this file has ";" between them/);
  });

  for (const [what, row] of [
    ['a row of more than 64 KiB', `long,${'x'.repeat(70_000)},,`],
    ['an open quotation mark, and more than 64 KiB after it', `open,"${'x\r\n'.repeat(70_000)}`],
    ['an open quotation mark near the end of the file', 'open,"x,,'],
  ] as const) {
    test(`are stored up to ${what}, where the import ends`, async () => {
      const before = Array.from({ length: 1_900 }, (_, n) => `csv-${n},${'a'.repeat(90)},,\r\n`);
      const rows = `${HEAD}${before.join('')}${row}\r\nafter,ana,,\r\n`;
      const { stored, refused, lastLine, stopped } = await importFile('ends.csv', rows);
      assert.deepEqual([stored, refused, lastLine], [1_900, 0, 1_901]);
      assert.equal(
        stopped,
        'The row after line 1901 is longer than 65536 bytes, or has a quotation mark that is not closed. The import ended there.',
      );
    });
  }

  test('are not read from a file that cannot be read, or that is no such file, and one sentence says why', async () => {
    for (const [path, sentence] of [
      [join(folder, 'none.csv'), /^There is no file .*none\.csv\.$/],
      [folder, /is a folder, not a file\.$/],
      [join(import.meta.filename, 'users.csv'), /users\.csv cannot be read: ENOTDIR: not a/],
      [join(folder, 'x'.repeat(300)), /x cannot be read: ENAMETOOLONG: name too long/],
    ] as const) {
      assert.match((await importPath(path)).stopped, sentence);
    }
    for (const [content, sentence] of [
      ['id,name\n1,ana\n', /^The first line of a CSV file must name .* 'name' is not one of .*\.$/],
      ['id,username,id\n1,ana,2\n', /^The first line of the CSV file names the column 'id' twice/],
      ['id;username\n1;ana\n', /^The columns .* commas, and this file has ";" between them/],
      ['id\tusername\n1\tana\n', /^The columns .* commas, and this file has tabs between them/],
      ['{"id":"1","username":"ana"}\n', /^The first line of a CSV file must name the columns/],
      [Buffer.from('id,username\n1,\xff\n', 'latin1'), /must be UTF-8, and is not: .*iconv/],
      [Buffer.from('\ufeffid,username\n1,ana\n', 'utf16le'), /must be UTF-8, and is not: .*UTF-16/],
      [Buffer.from('id,username\n1,ana\n', 'utf16le'), /^The first line of a CSV file must name/],
    ] as const) {
      assert.match((await importFile('input', content)).stopped, sentence);
    }
  });
});
