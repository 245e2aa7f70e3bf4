import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findProgram } from './find-program.ts';

test('a folder on PATH with the name of a program is not taken for the program', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-path-'));
  const before = process.env['PATH'];
  try {
    await mkdir(join(folder, 'a', 'my-browser'), { recursive: true });
    await mkdir(join(folder, 'b'));
    const program = join(folder, 'b', 'my-browser');
    await writeFile(program, '', { mode: 0o755 });
    process.env['PATH'] = ['a', 'b'].map((name) => join(folder, name)).join(delimiter);
    expect(findProgram('my-browser')).toBe(program);
  } finally {
    process.env['PATH'] = before;
    await rm(folder, { recursive: true });
  }
});
