import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadRequest } from './load.ts';

/** Starts `baseline.ts` as a process. Its answers have as many bytes of body as the site's answer to this request. */
export async function startBaseline(
  siteUrl: string,
  { path, method, headers, body }: LoadRequest,
): Promise<{ url: string; process: ChildProcess }> {
  const answer = await fetch(`${siteUrl}${path}`, { method, headers, body: body?.() ?? null });
  const type = answer.headers.get('content-type')?.includes('json') ? 'json' : 'html';
  const bytes = answer.headers.get('content-length') ?? '0';
  const program = join(import.meta.dirname, 'baseline.ts');
  const child = spawn(process.execPath, [program, type, bytes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${Number(port)}`, process: child };
}
