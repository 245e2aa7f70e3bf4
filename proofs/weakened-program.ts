import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const COPIED = [
  'site',
  'brand.ts',
  'package.json',
  'commands',
  'contract',
  'server',
  'storage',
  'dist',
];

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
    return await work(join(folder, 'site'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A file of the program without one of its protections. */
export interface Weakening {
  file: string;
  source: string;
}

/**
 * Replaces one text in a file of the program. Proofs call this when their files are loaded, and a test loads all of
 * these files. So the test fails when a text has changed.
 *
 * @param file such as `server/http/limits.ts`
 * @throws unless the text occurs exactly once in the file, because a control that changes nothing shows nothing
 */
export function weakening(file: string, text: string, by: string): Weakening {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`${file} must contain this once, not ${times} times: ${text}`);
  return { file, source: source.replace(text, () => by) };
}

/** Like `withProgramCopy`, with a weakening in the copy. */
export async function withWeakened<Result>(
  { file, source }: Weakening,
  work: (program: string) => Promise<Result>,
): Promise<Result> {
  return await withProgramCopy(async (program) => {
    writeFileSync(join(dirname(program), file), source);
    return await work(program);
  });
}
