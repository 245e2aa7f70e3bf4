import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const COPIED = ['brand.ts', 'package.json', 'commands', 'contract', 'server', 'storage'];
const LINKED = ['node_modules', 'dist'];

/**
 * Copies the program into a temporary folder, replaces one piece of text of one file there, and removes the copy
 * after `work`.
 *
 * @param file such as `server/http/limits.ts`
 * @param work gets the path of the copy's program, for `startServer`
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
  const folder = mkdtempSync(join(tmpdir(), 'impromptu-weakened-'));
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    for (const name of LINKED) symlinkSync(join(ROOT, name), join(folder, name));
    writeFileSync(
      join(folder, file),
      source.replace(text, () => by),
    );
    return await work(join(folder, 'commands', 'impromptu.mjs'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
