import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { createMigratedSqlite } from '../../../testing/databases/sqlite-test-engine.ts';
import { PROGRAM } from '../../../testing/server-process.ts';
import { openSqliteEngine } from './sqlite-engine.ts';

let database: Awaited<ReturnType<typeof createMigratedSqlite>>;
beforeEach(async () => {
  database = await createMigratedSqlite();
});
afterEach(() => database.remove());

const isRoot = process.geteuid?.() === 0;
const RESTORE = 'Restore an undamaged backup: docs/operations.md says how.';

async function refusedInAnyRole(message: string): Promise<void> {
  for (const role of ['server', 'command', 'mover'] as const) {
    await assert.rejects(openSqliteEngine(database.file, role), {
      name: 'StorageRefusal',
      message,
    });
  }
}

test('a file that was cut off is refused as damaged', async () => {
  const whole = readFileSync(database.file);
  for (const length of [50, 3_000, whole.length / 2]) {
    writeFileSync(database.file, whole.subarray(0, length));
    await refusedInAnyRole(
      `The database ${database.file} cannot be opened: it is damaged (database disk image is malformed). ${RESTORE}`,
    );
  }
});

test('a file of another kind is refused', async () => {
  writeFileSync(database.file, 'milk, eggs, bread, a lemon, and much else that is needed');
  await refusedInAnyRole(
    `The database ${database.file} cannot be opened: it is not an SQLite database, or is damaged (file is not a database). Name the right file. If this is the right one, restore a backup that is not damaged: docs/operations.md says how.`,
  );
});

test('a folder and a device are refused', async () => {
  for (const path of [dirname(database.file), '/dev/null']) {
    await assert.rejects(openSqliteEngine(path, 'command'), {
      name: 'StorageRefusal',
      message: `The database ${path} is a folder, a device or a pipe. Name a file.`,
    });
  }
});

test('a second server on one file is refused, whatever name of the file it uses', async () => {
  const folder = dirname(database.file);
  const [linkToFile, linkToFolder, hardLink, elsewhere] = ['1.db', '2', '3.db', '4'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  symlinkSync(database.file, linkToFile);
  symlinkSync(folder, linkToFolder);
  const server = await openSqliteEngine(database.file, 'server');
  for (const name of [
    database.file,
    relative(process.cwd(), database.file),
    `${folder}/./../${basename(folder)}//impromptu.db`,
    linkToFile,
    join(linkToFolder, 'impromptu.db'),
  ]) {
    await assert.rejects(openSqliteEngine(name, 'server'), {
      name: 'StorageRefusal',
      message: /^A server or another command uses /,
    });
    await (await openSqliteEngine(name, 'command')).close();
  }
  assert.equal(statSync(`${realpathSync(database.file)}-server`).mode & 0o777, 0o600);
  await server.close();
  mkdirSync(elsewhere);
  for (const name of [hardLink, join(elsewhere, 'impromptu.db')]) {
    linkSync(database.file, name);
    for (const each of [database.file, name]) {
      for (const role of ['server', 'command', 'mover'] as const) {
        await assert.rejects(openSqliteEngine(each, role), {
          name: 'StorageRefusal',
          message: `The database ${each} has 2 names (hard links), so rows could be lost: SQLite writes the latest rows into a file beside the name that it is given. Delete the names that the site does not use. This lists all: find / -samefile '${realpathSync(each)}'`,
        });
      }
    }
    rmSync(name);
  }
  await (await openSqliteEngine(database.file, 'server')).close();
});

test('a file that is a mount of its own is refused, and one in a mounted folder has the lock of the folder', async (t) => {
  const folder = dirname(database.file);
  const file = join(folder, 'one file', 'mounted.db');
  const other = join(folder, 'a folder');
  mkdirSync(dirname(file));
  mkdirSync(other);
  writeFileSync(file, '');
  const script = `mount --bind "$1" "$2" && mount --bind "$3" "$4" || { echo unable >&2; exit 1; }
    DATABASE_URL="file:$2" "$5" admin list; DATABASE_URL="file:$4/impromptu.db" PORT=0 "$5" serve`;
  const parameters = [database.file, file, folder, other, PROGRAM];
  const server = await openSqliteEngine(database.file, 'server');
  t.after(() => server.close());
  const error = await promisify(execFile)('unshare', [
    '-m',
    'sh',
    '-c',
    script,
    'sh',
    ...parameters,
  ]).then(
    () => assert.fail('it started'),
    ({ stderr, code }) => String(stderr || code),
  );
  if (/^ENOENT|unshare|unable/.test(error)) return t.skip(`no right to mount: ${error}`);
  assert.deepEqual(error.trimEnd().split('\n'), [
    `The database ${file} is mounted without its folder, so rows could be lost: SQLite writes the latest rows into a file beside it. Mount the folder instead.`,
    `A server or another command uses ${other}/impromptu.db. Stop it first, wait for it to end, or name another database.`,
  ]);
});

test('the error for a relative path shows the absolute path', async () => {
  await assert.rejects(openSqliteEngine('missing.db', 'command'), {
    name: 'StorageRefusal',
    message: `There is no database at ${join(process.cwd(), 'missing.db')}. Start the site once, which creates it, or name the right database.`,
  });
});

test('a file or folder without the needed permissions is refused', async () => {
  const folder = dirname(database.file);
  const refused = (fileMode: number, folderMode: number, message: string) => {
    chmodSync(database.file, fileMode);
    chmodSync(folder, folderMode);
    return assert.rejects(runWithoutPrivileges('admin', 'list'), {
      stderr: `The database ${database.file} cannot be opened: ${message}. Run this as the user of the site, or give this user the right.\n`,
    });
  };
  const file = `this user may not read and write it (EACCES: permission denied, access '${database.file}')`;
  await refused(0o000, 0o777, file);
  await refused(0o444, 0o777, file);
  await refused(
    0o666,
    0o555,
    'this user may not create files in its folder (attempt to write a readonly database)',
  );
  chmodSync(folder, 0o777);
});

/**
 * Runs a command as a user who may only do what the modes of files allow. Root gives up its privileges instead of
 * becoming another user, who might not be allowed to enter the folder of this clone.
 */
function runWithoutPrivileges(...parameters: string[]) {
  const [command = '', ...words] = [
    ...(isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []),
    PROGRAM,
    ...parameters,
  ];
  return promisify(execFile)(command, words, { env: { DATABASE_URL: database.url } });
}
