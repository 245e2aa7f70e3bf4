/**
 * `node proofs/kills/retention-process.ts URL ROOT NOW ID…`: erases inviters during a retention, with the storage of
 * the program in ROOT. It prints a line at the beginning, after each erasure, and at the end; the proof kills the
 * process in between.
 */
import { join } from 'node:path';

const [url = '', root = '', now, ...ids] = process.argv.slice(2);
const { openStorage }: typeof import('../../storage/open.ts') = await import(
  join(root, 'storage', 'open.ts')
);
const storage = await openStorage(url, 'command');
process.stdout.write('begins\n');
await Promise.all([storage.retention.run(Number(now)), eraseAll()]);
await storage.retention.run(Number(now));
process.stdout.write('ends\n');
await storage.close();

async function eraseAll(): Promise<void> {
  for (const id of ids) {
    await storage.inviters.erase(id, Number(now));
    process.stdout.write(`erased ${id}\n`);
  }
}
