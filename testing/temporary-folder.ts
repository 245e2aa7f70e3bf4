import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** @returns a new folder, which is removed with all that is in it when the process of the tests ends */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'impromptu-test-'));
  folders.push(folder);
  return folder;
}
