import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty database of one engine, for one test. */
export interface TestDatabase {
  /** What `DATABASE_URL` would say. */
  readonly url: string;
  /** Removes it and everything in it. */
  remove(): Promise<void>;
}

/** Every engine that the suite runs against: a new engine only has to be added here. */
export const testEngines: readonly { name: string; create(): Promise<TestDatabase> }[] = [
  { name: 'SQLite', create: createSqliteDatabase },
];

/** @returns a database whose file does not exist yet, in a folder of its own */
export async function createSqliteDatabase(): Promise<TestDatabase & { file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-test-'));
  const file = join(folder, 'impromptu.db');
  return {
    file,
    url: `file:${file}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
