import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const COPIED = ['brand.ts', 'package.json', 'commands', 'contract', 'server', 'storage', 'dist'];

/**
 * Copies the program and its pages into a temporary folder, and removes the copy after `work`.
 *
 * @param work gets the path of the copy's program, for `startServer`
 */
export async function withProgramCopy<Result>(
  work: (program: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'impromptu-weakened-'));
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return await work(join(folder, 'commands', 'impromptu.mjs'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Copies the program likewise, and replaces one text in one file of the copy.
 *
 * @param file such as `server/http/limits.ts`
 * @throws unless the text occurs exactly once in the file, because a control that changes nothing shows nothing
 */
export async function withWeakened<Result>(
  file: string,
  [text, by]: readonly [text: string, by: string],
  work: (program: string) => Promise<Result>,
): Promise<Result> {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`${file} must contain this once, not ${times} times: ${text}`);
  return await withProgramCopy(async (program) => {
    writeFileSync(
      join(dirname(program), '..', file),
      source.replace(text, () => by),
    );
    return await work(program);
  });
}
