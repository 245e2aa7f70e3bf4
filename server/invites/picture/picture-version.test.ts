import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'impromptu-picture-version-'));
after(() => rmSync(folder, { recursive: true }));

/** Copies the files that the version depends on, and some others, without tests: a container has no tests. */
function copyProject(name: string): string {
  const copy = join(folder, name);
  for (const part of [
    'contract',
    'server/invites/invite-picture.ts',
    'server/invites/picture',
    'package.json',
  ]) {
    cpSync(join(ROOT, part), join(copy, part), {
      recursive: true,
      filter: (path) => !/\.test\.ts$|node_modules/.test(path),
    });
  }
  return copy;
}

async function versionIn(root: string): Promise<string> {
  const { href } = pathToFileURL(join(root, 'server/invites/picture/picture-version.ts'));
  const { pictureVersions } = await import(href);
  return pictureVersions('<svg></svg>')('Ana');
}

const whole = await versionIn(ROOT);

test('a container has the same version as a clone of the repository', async () => {
  assert.equal(await versionIn(copyProject('container')), whole);
});

for (const file of [
  'server/invites/invite-picture.ts',
  'server/invites/picture/draw-picture.ts',
  'server/invites/picture/fonts/coverage.json',
  'server/invites/picture/fonts/thai.ttf.br',
  'contract/inviters.ts',
]) {
  test(`the version changes with ${file}`, async () => {
    const copy = copyProject(file.replaceAll('/', '-'));
    appendFileSync(join(copy, file), '\n');
    assert.notEqual(await versionIn(copy), whole);
  });
}

test('the version changes with the version of a drawing package, and of no other package', async () => {
  const project = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const drawn = async (name: string) => {
    const copy = copyProject(name);
    const dependencies = { ...project.dependencies, [name]: '0.0.0' };
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...project, dependencies }));
    return versionIn(copy);
  };
  assert.notEqual(await drawn('harfbuzzjs'), whole);
  assert.equal(await drawn('fastify'), whole);
});
