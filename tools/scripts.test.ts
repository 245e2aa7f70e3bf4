import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const PREPARE = 'node tools/prepare.mjs';
const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
const scripts: Readonly<Record<string, string>> = JSON.parse(manifest).scripts;

/** Runs a script in a folder in which the packaged Node appears only while it prepares, as in a fresh clone. */
function runInFreshClone(script: string): string {
  const folder = temporaryFolder();
  const [packaged, machine] = [join(folder, 'packaged'), join(folder, 'machine')];
  const program = (path: string, lines: string) => {
    writeFileSync(path, `#!/bin/sh\n${lines}\n`);
    chmodSync(path, 0o755);
  };
  for (const one of [packaged, machine]) mkdirSync(one);
  program(join(folder, 'prepared'), 'echo "packaged $*"');
  for (const name of ['npm', 'biome', 'playwright']) program(join(machine, name), 'true');
  const install = `cp ${join(folder, 'prepared')} ${join(packaged, 'node')}`;
  program(
    join(machine, 'node'),
    `case "$1" in tools/prepare.mjs) ${install} ;; *) echo "machine $*" ;; esac`,
  );
  const env = { PATH: `${packaged}:${machine}:/usr/bin:/bin` };
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout;
}

for (const [name, script] of Object.entries(scripts)) {
  if (!script.startsWith(PREPARE) || !/ node /.test(script.slice(PREPARE.length))) continue;
  test(`npm run ${name} continues with the Node that its first step has installed`, () => {
    assert.match(runInFreshClone(script), /^(packaged .*\n)+$/);
  });
}

test('control: without "hash -r" a shell continues with the Node that it found first', () => {
  assert.match(runInFreshClone(`${PREPARE} && node tools/test.ts`), /^machine /);
});
