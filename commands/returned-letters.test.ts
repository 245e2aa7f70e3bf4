import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { DAY_MS } from '../contract/durations.ts';
import { refusalOf } from '../testing/command-refusal.ts';
import { query } from '../testing/databases/test-databases.ts';
import { runProgram } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestApp, siteForSuite } from '../testing/test-app.ts';
import { addMail } from './mail.ts';

const BEFORE = Date.now() - DAY_MS;

describe('./site mail bounced', () => {
  const site = siteForSuite(() => createTestApp({ clock: Date.now }));
  const folder = temporaryFolder();
  before(async () => {
    for (const name of ['ana', 'ben', 'cy', 'dan'])
      await site.storage.waitlist.join(`${name}@x.example`, BEFORE);
  });

  const run = (...parameters: string[]) =>
    runProgram(['mail', 'bounced', ...parameters], { DATABASE_URL: site.databaseUrl }, folder);
  async function report(content: string) {
    await writeFile(join(folder, 'bounced.csv'), content);
    const { stdout, stderr } = await run('bounced.csv');
    return stdout + stderr;
  }
  const reasons = async () =>
    (await query(site.databaseUrl, 'SELECT reason FROM stopped ORDER BY reason')).map(
      ({ reason }) => reason,
    );

  test('reads CSV with and without names', async () => {
    assert.equal(
      await report('"ana@x.example","bounced"\nzoe@x.example,bounced\n'),
      '2 stored, 0 known already, 0 refused.\n',
    );
    assert.match(await report('result,email\r\ncomplained,BEN@x.example\r\n'), /^1 stored/);
    assert.match(await report('cy@x.example,complained\n'), /^1 stored/);
    assert.deepEqual(await reasons(), [3, 4, 4]);
    const wrong = await report('ana@x.example,opened\nnobody,bounced\nana@x.example\n');
    assert.match(wrong, /^0 stored, 0 known already, 3 refused\.\nLine 1: .*nor "complained"\./);
    assert.match(wrong, /Line 3: It has more or fewer cells/);
    assert.match(await report('address,error\nana@x.example,550\n'), /'address' is not one of/);
    const both = ['bounced.csv', '--undo', '2026-01-01T00:00Z'];
    for (const parameters of [[], both])
      assert.match(
        await refusalOf(addMail, ['mail', 'bounced', ...parameters], {
          DATABASE_URL: site.databaseUrl,
        }),
        /^Name either a file, or --undo/,
      );
  });

  test('undoes a hostile feed of 5,000 lines with one command, and what was known before stays', async () => {
    await query(site.databaseUrl, `UPDATE stopped SET at = ${BEFORE}`);
    const since = new Date(Date.now() - 1).toISOString();
    const others = Array.from({ length: 5_000 }, (_, n) => `p${n}@y.example,complained`);
    const known = ['ana', 'ben', 'cy', 'dan'].map((name) => `${name}@x.example,complained`);
    assert.match(await report([...others, ...known, ...known].join('\n')), /^5008 stored/);
    assert.deepEqual(await reasons(), [3, 4, 4, 4, 4]);
    assert.match((await run('--undo', 'yesterday')).stderr, /^--undo needs a time in ISO 8601/);
    assert.match((await run('--undo', since)).stdout, /^2 addresses may get letters again/);
    assert.deepEqual(await reasons(), [3, 4, 4]);
    const acts = (await site.storage.audit.entries()).map(({ act }) => act);
    assert.ok(acts.length <= 3, acts.join());
    assert.deepEqual([acts[0], acts.at(-1)], ['report-returned', 'undo-returned']);
  });
});
