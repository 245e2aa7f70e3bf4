import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts `baseline.ts` as a process, with answers of this size in bytes. */
export async function startBaseline(
  type: 'json' | 'html',
  bytes: number,
): Promise<{ url: string; process: ChildProcess }> {
  const program = join(import.meta.dirname, 'baseline.ts');
  const child = spawn(process.execPath, [program, type, String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${Number(port)}`, process: child };
}
